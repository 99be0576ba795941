/** Which programs run when: the instances and tasks of a configuration, or every PROGRAM once if there is none. */

import { coerce } from '../operations/coerce.js';
import type { Frame, Run, Runtime } from '../operations/runtime.js';
import { refuse, type Scope, type Unit } from '../operations/typed.js';
import { shown } from '../syntax/diagnostics.js';
import type { Configuration, ProgramNode, Resource, TaskNode } from '../syntax/tree.js';
import { BOOL, isBool, isDuration, isInteger } from '../types/types.js';
import { bind } from './calls.js';
import type { Names } from './library.js';

export interface Task {
  name: string;
  /** Nanoseconds; 0 runs in every cycle, unless there is a SINGLE. */
  interval: bigint;
  /** A lower number runs first. */
  priority: number;
  /** A BOOL whose rising edge runs the task. */
  single?: Run<boolean>;
}

export interface Instance {
  name: string;
  unit: Unit;
  /** The name of its RESOURCE, if it is in one. */
  resource?: string;
  /** Index of its task; unset if it runs in every cycle. */
  task?: number;
  before: ((rt: Runtime, f: Frame, frame: Frame) => void)[];
  after: ((rt: Runtime, f: Frame, frame: Frame) => void)[];
  /** Run once on each new frame: what VAR_CONFIG says about its variables. */
  setup: ((rt: Runtime, frame: Frame) => void)[];
}

export interface Schedule {
  tasks: Task[];
  instances: Instance[];
}

/** Reads the configurations; without instances in them, each PROGRAM is one of its own name. */
export function scheduleOf(names: Names, configurations: readonly Configuration[]): Schedule {
  const schedule: Schedule = { tasks: [], instances: [] };
  const scope = names.scope();
  for (const { resources } of configurations) for (const resource of resources) readResource(scope, resource, schedule);
  if (schedule.instances.length === 0)
    for (const unit of names.units.values())
      if (unit.kind === 'PROGRAM') schedule.instances.push({ name: unit.name, unit, before: [], after: [], setup: [] });
  return schedule;
}

function readResource(scope: Scope, { name, tasks, programs }: Resource, schedule: Schedule): void {
  const known = new Map<string, number>();
  for (const node of tasks) {
    const upper = node.name.text.toUpperCase();
    if (known.has(upper))
      refuse(scope, node.name.at, 'duplicate', `there already is a task "${shown(node.name.text)}"`);
    known.set(upper, schedule.tasks.length);
    schedule.tasks.push(readTask(scope, node));
  }
  for (const node of programs) readProgram(scope, node, name?.text, known, schedule);
}

function readTask(scope: Scope, { name, settings }: TaskNode): Task {
  const task: Task = { name: name.text, interval: 0n, priority: 0 };
  for (const setting of settings) {
    const value = scope.expression(setting.value);
    const { type, constant, at } = value;
    if (type.kind === 'unknown') continue;
    switch (setting.name.text.toUpperCase()) {
      case 'INTERVAL':
        if (isDuration(type) && typeof constant === 'bigint' && constant >= 0n) task.interval = constant;
        else refuse(scope, at, 'type', 'INTERVAL is a constant TIME of 0 or more');
        break;
      case 'PRIORITY':
        if ((type.kind === 'integer' || isInteger(type)) && constant !== undefined) task.priority = Number(constant);
        else refuse(scope, at, 'type', 'PRIORITY is a constant integer');
        break;
      case 'SINGLE':
        if (isBool(type) || type.kind === 'integer') task.single = coerce(scope, value, BOOL).run as Run<boolean>;
        else refuse(scope, at, 'type', `SINGLE is a BOOL, got ${type.name}`);
        break;
      default:
        refuse(
          scope,
          setting.name.at,
          'undeclared',
          `a task has INTERVAL, PRIORITY and SINGLE, not "${shown(setting.name.text)}"`,
        );
    }
  }
  return task;
}

function readProgram(
  scope: Scope,
  node: ProgramNode,
  resource: string | undefined,
  tasks: ReadonlyMap<string, number>,
  schedule: Schedule,
): void {
  const unit = scope.library.unitNamed(node.type.text.toUpperCase());
  if (unit?.kind !== 'PROGRAM') {
    refuse(scope, node.type.at, 'undeclared', `there is no PROGRAM "${shown(node.type.text)}"`);
    return;
  }
  const upper = node.name.text.toUpperCase();
  if (schedule.instances.some(({ name }) => name.toUpperCase() === upper))
    refuse(scope, node.name.at, 'duplicate', `there already is a program "${shown(node.name.text)}"`);
  const { before, after } = bind(scope, unit, node.arguments, node.name.at, false);
  const instance: Instance = { name: node.name.text, unit, before, after, setup: [] };
  if (resource !== undefined) instance.resource = resource;
  if (node.task) {
    const task = tasks.get(node.task.text.toUpperCase());
    if (task === undefined) refuse(scope, node.task.at, 'undeclared', `there is no task "${shown(node.task.text)}"`);
    else instance.task = task;
  }
  schedule.instances.push(instance);
}
