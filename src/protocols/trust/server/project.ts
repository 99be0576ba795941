import { isAbsolute, join, relative } from 'node:path';
import type { Json } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { failed, invalidParams } from '../errors.js';
import { readToml } from './toml.js';
import { type Place, type Workspace, wayTo } from './workspace.js';

const SOURCE = /\.(?:st|pou)$/i;
/** The names that the manifest of a project may have. */
const MANIFESTS = ['trust-lsp.toml', '.trust-lsp.toml', 'trustlsp.toml'];

/** Projects that one project may need, and how far from it they may be. */
const MOST_DEPENDENCIES = 1_000;
const FURTHEST = 64;

/** A source that was read. */
export interface Source {
  place: Place;
  /** Relative to the project, or absolute if it is that of a dependency elsewhere. */
  path: string;
  text: string;
}

/** Another project that a project needs. */
export interface Dependency {
  name: string;
  project: Project;
}

/** One project of the workspace: a folder with sources and the files that say how it runs. */
export class Project {
  readonly root: Place;

  /**
   * @param project relative to the workspace root; unset for the root itself
   * @throws RpcError -32001 for one that leaves the workspace, -32602 for one that is not there
   */
  constructor(
    readonly workspace: Workspace,
    project: string | undefined,
  ) {
    this.root = project === undefined ? workspace.top : workspace.place(project);
    if (!workspace.isFolder(this.root)) throw invalidParams(`Project '${project}' is not a folder of the workspace.`);
  }

  /** A file of the project, which need not exist. */
  file(path: string): Place {
    return this.workspace.place(path, this.root);
  }

  /**
   * The folder of the sources: `src` unless another one is named.
   *
   * @throws RpcError -32001 for one that leaves the project, -32002 for one that is not there
   */
  sourcesRoot(sourcesRoot: string | undefined): Place {
    const place = this.file(sourcesRoot ?? 'src');
    if (this.workspace.isFolder(place)) return place;
    throw failed(
      sourcesRoot === undefined
        ? `invalid project folder '${this.root.absolute}': missing src/ directory`
        : `sources directory not found: ${place.absolute}`,
    );
  }

  /** The places of the sources below a folder. */
  sourcesIn(root: Place): Place[] {
    return this.workspace.files(root, SOURCE);
  }

  /**
   * The places of all sources that are compiled together: those below a folder, then those of the projects that this one needs.
   *
   * @throws RpcError -32002 as `dependencies` does, and for one of them that has no sources
   */
  sourcesWith(root: Place, dependencies: readonly Dependency[] = this.dependencies()): Place[] {
    const others = dependencies.map(({ project }) => project.sourcesRoot(undefined));
    const found = [root, ...others].flatMap((folder) => this.sourcesIn(folder));
    return [...new Map(found.map((place) => [place.path, place])).values()];
  }

  /** Sources with their texts. */
  read(places: readonly Place[]): Source[] {
    return places.map((place) => ({
      place,
      path: wayTo(this.root, place),
      text: this.workspace.read(place),
    }));
  }

  /** The manifest, and where it is; undefined if there is none. Throws RpcError -32002 for one that can't be read. */
  manifest(): { place: Place; content: { [name: string]: Json } } | undefined {
    const place = this.manifestPlace();
    return place && { place, content: readToml(this.workspace, place) };
  }

  /** Where the manifest is; undefined if there is none. */
  manifestPlace(): Place | undefined {
    return MANIFESTS.map((name) => this.file(name)).find((one) => this.workspace.isFile(one));
  }

  /**
   * The projects that this one needs, and those that they need, by name.
   *
   * @throws RpcError -32002 for one that is not there or needs itself, and if there are too many; -32001 for one outside of the workspace
   */
  dependencies(): Dependency[] {
    const found = new Map<string, Dependency>();
    const open: string[] = [];
    const visit = (project: Project) => {
      for (const [name, path] of project.declared()) {
        if (open.includes(name)) throw failed(`cyclic dependency detected: ${[...open, name].join(' -> ')}`);
        if (found.has(name)) continue;
        if (open.length >= FURTHEST) throw failed(`dependencies lead more than ${FURTHEST} projects away`);
        if (found.size >= MOST_DEPENDENCIES) throw failed(`there are more than ${MOST_DEPENDENCIES} dependencies`);
        const needed = project.dependencyAt(name, path);
        open.push(name);
        visit(needed);
        open.pop();
        found.set(name, { name, project: needed });
      }
    };
    visit(this);
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** What the manifest names: a dependency and its path. */
  private declared(): [string, string][] {
    const dependencies = this.manifest()?.content.dependencies;
    if (!isObject(dependencies ?? null)) return [];
    return Object.entries(dependencies as { [name: string]: Json }).map(([name, entry]) => {
      const path = isObject(entry) ? entry.path : entry;
      if (typeof path === 'string') return [name, path];
      throw failed(`dependency '${name}' has no path; nothing is fetched`);
    });
  }

  private dependencyAt(name: string, path: string): Project {
    const { workspace, root } = this;
    // Relative to the project, and so upwards as a rule, but not out of the workspace.
    const way = isAbsolute(path) ? relative(workspace.root, path) : join(root.path, path);
    if (way === '' || way === '.') return new Project(workspace, undefined);
    const place = workspace.place(way);
    if (!workspace.isFolder(place)) throw failed(`dependency '${name}' path does not exist: ${place.absolute}`);
    return new Project(workspace, place.path);
  }
}
