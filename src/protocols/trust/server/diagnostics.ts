import type { DiagnosticsResult, Issue } from '../../../generated/types/trust-v1.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Params } from '../params.js';
import { type Diagnostic, parse } from '../st/index.js';
import type { Project, Source } from './project.js';
import { type Place, wayTo } from './workspace.js';

/**
 * What is wrong in the sources of a project, or in one file of it (Agent API v1, lsp.diagnostics). Throws RpcError.
 *
 * @param tellsEnds whether issues say where they end, as those of trust-dev do
 */
export function diagnose(
  project: Project,
  { path, content, sources_root }: Pick<Params<'lsp.diagnostics'>, 'path' | 'content' | 'sources_root'>,
  tellsEnds: boolean,
): DiagnosticsResult {
  if (path === undefined) {
    const root = project.sourcesRoot(sources_root);
    const own = project.sourcesIn(root).length;
    const { places, problems } = together(project, root);
    const found = issuesIn(project, project.read(places), (at) => at < own);
    return { target: project.root.absolute, ...counted([...problems, ...found], tellsEnds) };
  }
  const place = project.file(path);
  const one: Source = {
    place,
    path: wayTo(project.root, place),
    text: content ?? project.workspace.read(place),
  };
  const sources = [one, ...beside(project, place, sources_root)];
  const found = issuesIn(project, sources, (at) => at === 0);
  return { target: place.absolute, ...counted(found, tellsEnds) };
}

/** The other sources that are compiled with a file: what they declare, it may use. */
function beside(project: Project, place: Place, sourcesRoot: string | undefined): Source[] {
  const root = project.file(sourcesRoot ?? 'src');
  if (!project.workspace.isFolder(root)) return [];
  return project.read(together(project, root).places.filter(({ path }) => path !== place.path));
}

/** What is compiled together. Projects that are needed and can't be had are an issue of the manifest: the own sources are looked at still. */
function together(project: Project, root: Place): { places: Place[]; problems: Found[] } {
  try {
    return { places: project.sourcesWith(root), problems: [] };
  } catch (error) {
    const manifest = project.manifestPlace();
    if (!(error instanceof RpcError) || !manifest) throw error;
    const { message } = error;
    const at = { line: 1, column: 1, endLine: 1, endColumn: 1 };
    const problem = issueAt(project, manifest, { ...at, severity: 'error', message, code: 'dependency' });
    return { places: project.sourcesWith(root, []), problems: [problem] };
  }
}

/** An issue that says where it ends. */
type Found = Issue & { endLine: number; endColumn: number };

/** The issues of the sources that are meant, by file and place. */
function issuesIn(project: Project, sources: readonly Source[], isMeant: (at: number) => boolean): Found[] {
  const { diagnostics } = parse(
    sources.map(({ path, text }) => ({ file: path, text })),
    { needsProgram: false },
  );
  return diagnostics
    .filter(({ source }) => isMeant(source))
    .map(({ source, file, ...issue }) => issueAt(project, sources[source]!.place, issue));
}

function issueAt(project: Project, place: Place, issue: Omit<Diagnostic, 'source' | 'file'>): Found {
  return { path: wayTo(project.root, place), file: place.absolute, ...issue, source: 'proctor' };
}

function counted(found: readonly Found[], tellsEnds: boolean): Omit<DiagnosticsResult, 'target'> {
  const of = (severity: string) => found.filter((issue) => issue.severity === severity).length;
  const issues = tellsEnds ? [...found] : found.map(({ endLine, endColumn, ...issue }) => issue);
  return { errors: of('error'), warnings: of('warning'), issues };
}
