// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * Which tools the policy decides about by itself, and for which it asks.
 */
export interface ApprovalPolicy {
  /**
   * Patterns of tools that run without a question.
   */
  auto_approve?: string[];
  /**
   * Patterns of tools that never run.
   */
  auto_deny?: string[];
  /**
   * Patterns of tools that the host is asked about.
   */
  require_approval?: string[];
  /**
   * Patterns of the paths that may be written.
   */
  write_path_allowlist?: string[];
}
/**
 * A line of the log.
 */
export interface Log {
  /**
   * The variant.
   */
  sessionUpdate: 'log';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * How severe it is.
       */
      level: string;
      /**
       * In words.
       */
      message: string;
      /**
       * Data of the line.
       */
      fields?: JsonObject | null;
    };
  };
}
/**
 * On whose account something is changed. The same record stands in the audit of tool updates.
 */
export interface MutationSession {
  /**
   * The session.
   */
  session_id: string;
  /**
   * The session that this one came from.
   */
  parent_session_id?: string | null;
  /**
   * The run.
   */
  run_id?: string | null;
  /**
   * The delegated worker, if there is one.
   */
  worker_id?: string | null;
  /**
   * What kind of run it is.
   */
  execution_kind?: string | null;
  /**
   * How far changes may go, such as `read_only` or `apply_workspace`.
   */
  mutation_scope: string;
  /**
   * The policy in force.
   */
  approval_policy?: ApprovalPolicy | null;
}
/**
 * How far something is.
 */
export interface Progress {
  /**
   * The variant.
   */
  sessionUpdate: 'progress';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * What is going on.
       */
      phase: string;
      /**
       * In words.
       */
      message: string;
      /**
       * How much is done.
       */
      progress?: number | null;
      /**
       * How much there is to do.
       */
      total?: number | null;
      /**
       * Whatever else there is to say.
       */
      data?: Json;
    };
  };
}
/**
 * A skill is in force from now on.
 */
export interface SkillActivated {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_activated';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Name of the skill.
       */
      skillName: string;
      /**
       * Iteration of the agent loop.
       */
      iteration: number;
      /**
       * Why it was chosen.
       */
      reason: string;
    };
  };
}
/**
 * A skill is no longer in force.
 */
export interface SkillDeactivated {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_deactivated';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Name of the skill.
       */
      skillName: string;
      /**
       * Iteration of the agent loop.
       */
      iteration: number;
    };
  };
}
/**
 * An active skill leaves only some tools.
 */
export interface SkillScopeTools {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_scope_tools';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Name of the skill.
       */
      skillName: string;
      /**
       * The tools that are left.
       */
      allowedTools: string[];
    };
  };
}
/**
 * The model looks for tools.
 */
export interface ToolSearchQuery {
  /**
   * The variant.
   */
  sessionUpdate: 'tool_search_query';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The call of the search tool.
       */
      toolUseId: string;
      /**
       * Name of the search tool.
       */
      name?: string;
      /**
       * What the model passed.
       */
      query: Json;
      /**
       * How it is searched.
       */
      strategy: string;
      /**
       * Who searches.
       */
      mode?: string;
    };
  };
}
/**
 * What the search brought.
 */
export interface ToolSearchResult {
  /**
   * The variant.
   */
  sessionUpdate: 'tool_search_result';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The call of the search tool.
       */
      toolUseId: string;
      /**
       * The tools that the model can use from now on, in order.
       */
      promoted: string[];
      /**
       * How it was searched.
       */
      strategy: string;
      /**
       * Who searched.
       */
      mode?: string;
    };
  };
}
/**
 * News of a delegated worker.
 */
export interface WorkerUpdate {
  /**
   * The variant.
   */
  sessionUpdate: 'worker_update';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The worker.
       */
      workerId: string;
      /**
       * Its name.
       */
      workerName: string;
      /**
       * What it was asked to do.
       */
      workerTask: string;
      /**
       * How it runs.
       */
      workerMode: string;
      /**
       * What happened, such as `WorkerSpawned`.
       */
      event: string;
      /**
       * How it is, such as `running`, `completed`, `failed`.
       */
      status: string;
      /**
       * Whether nothing more comes of it.
       */
      terminal: boolean;
      /**
       * Its times, and the paths of its run and snapshot.
       */
      metadata: JsonObject;
      /**
       * The mutation session that it works in.
       */
      audit?: MutationSession | null;
    };
  };
}
