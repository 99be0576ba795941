import type { DiagnosticsResult, Issue } from '../../../generated/types/trust-v1.js';
import type { Params } from '../params.js';
import { compile, parse } from '../st/index.js';
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
    const sources = project.read(project.sourcesIn(root));
    return { target: project.root.absolute, ...counted(issuesIn(project, sources, tellsEnds, () => true)) };
  }
  const place = project.file(path);
  const one: Source = {
    place,
    path: wayTo(project.root, place),
    text: content ?? project.workspace.read(place),
  };
  const sources = [one, ...beside(project, place, sources_root)];
  return { target: place.absolute, ...counted(issuesIn(project, sources, tellsEnds, (source) => source === one)) };
}

/** The other sources of a project: what they declare, a file may use. */
function beside(project: Project, place: Place, sourcesRoot: string | undefined): Source[] {
  const root = project.file(sourcesRoot ?? 'src');
  if (!project.workspace.isFolder(root)) return [];
  return project.read(project.sourcesIn(root).filter(({ path }) => path !== place.path));
}

/** The issues of the sources that are meant, by file and place. */
function issuesIn(
  project: Project,
  sources: readonly Source[],
  tellsEnds: boolean,
  isMeant: (source: Source) => boolean,
): Issue[] {
  const { diagnostics } = compile(parse(sources.map(({ text }) => text)), { needsProgram: false });
  return diagnostics
    .filter((one) => isMeant(sources[one.source]!))
    .map(({ source, line, column, endLine, endColumn, severity, message, code }) => {
      const { place } = sources[source]!;
      return {
        path: wayTo(project.root, place),
        file: place.absolute,
        line,
        column,
        severity,
        message,
        code,
        source: 'proctor',
        ...(tellsEnds && { endLine, endColumn }),
      };
    });
}

function counted(issues: Issue[]): Omit<DiagnosticsResult, 'target'> {
  const of = (severity: string) => issues.filter((issue) => issue.severity === severity).length;
  return { errors: of('error'), warnings: of('warning'), issues };
}
