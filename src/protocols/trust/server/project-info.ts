import type { FilePresence, ProjectInfoResult } from '../../../generated/types/trust-v1.js';
import { isObject } from '../../../json/json.js';
import { ioConfig, runtimeConfig, summaryOf } from './configuration.js';
import type { Project } from './project.js';
import { wayTo } from './workspace.js';

/** What an agent needs to find its way in a project (Agent API v1, workspace.project_info). Throws RpcError. */
export function projectInfo(project: Project, sourcesRoot: string | undefined): ProjectInfoResult {
  const root = project.sourcesRoot(sourcesRoot);
  const dependencies = project.dependencies();
  const sources = project.sourcesWith(root, dependencies).map((place) => wayTo(project.root, place));
  const manifest = project.manifest();
  const section = manifest?.content.project;
  const vendor = isObject(section ?? null) ? (section as { vendor_profile?: unknown }).vendor_profile : undefined;
  return {
    version: 1,
    project: project.root.absolute,
    sourcesRoot: root.absolute,
    sourceCount: sources.length,
    sources,
    dependencyRoots: dependencies.map(({ project: needed }) => needed.root.absolute),
    resolvedDependencies: dependencies.map(({ name }) => name),
    files: {
      runtimeToml: presence(project, 'runtime.toml'),
      ioToml: presence(project, 'io.toml'),
      simulationToml: presence(project, 'simulation.toml'),
      trustLspToml: presence(project, 'trust-lsp.toml'),
      programStbc: presence(project, 'program.stbc'),
    },
    lsp: {
      manifestPath: manifest?.place.absolute ?? null,
      vendorProfile: typeof vendor === 'string' ? vendor : null,
    },
    runtime: summaryOf(project, 'runtime.toml', runtimeConfig),
    io: summaryOf(project, 'io.toml', ioConfig),
  };
}

function presence(project: Project, name: string): FilePresence {
  const place = project.file(name);
  return { path: place.absolute, exists: project.workspace.isFile(place) };
}
