import type { Skill, SkillRef } from '../../../../generated/types/bridge-v1.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import { type Host, HostError } from '../host/host.js';
import { refsOf, skillOf } from './skill.js';
import { workspaceSkills } from './workspace.js';

export interface Listing {
  refs: SkillRef[];
  /** Why the skills of the host are missing. */
  problem?: string;
}

/**
 * The skills that one run knows: those of its workspace, and on top of them those of the host (Harn bridge, Skill registry).
 * They are listed once; `invalidate` makes the next `refresh` list them again.
 */
export class Catalog {
  private listing: Listing | undefined;
  private local: Skill[] = [];
  private stale = false;

  constructor(
    private readonly host: Host,
    private readonly files: Workspace,
    private readonly warn: (message: string) => void,
  ) {}

  /** skills/update came: what is known is out of date. */
  invalidate(): void {
    this.stale = true;
  }

  /** Lists again where that is due. To be called between iterations. */
  async refresh(): Promise<Listing> {
    if (this.listing && !this.stale) return this.listing;
    this.stale = false;
    this.local = workspaceSkills(this.files, this.warn);
    const here = this.local.map(({ name, description }) => ({ id: name, name, description, source: 'workspace' }));
    this.listing = await this.withHost(here);
    return this.listing;
  }

  /** The whole skill of an entry. Rejects with HostError where the host does not give it. */
  async load({ id, name, source }: SkillRef): Promise<Skill> {
    const here = source === 'workspace' ? this.local.find((skill) => skill.name === name) : undefined;
    return here ?? skillOf(await this.host.request('skills/fetch', { id }));
  }

  private async withHost(here: SkillRef[]): Promise<Listing> {
    try {
      const names = new Set(here.map(({ name }) => name));
      const refs = refsOf(await this.host.request('skills/list', {})).filter(({ name }) => !names.has(name));
      return { refs: [...here, ...refs] };
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      this.warn(`the skills of the host are missing: ${error.message}`);
      return { refs: here, problem: error.message };
    }
  }
}
