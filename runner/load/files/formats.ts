import type { AnswersFile } from '../../../src/generated/types/answers-v1.js';
import type { BehaviorsFile } from '../../../src/generated/types/behaviors-v1.js';
import type { ExtensionFile } from '../../../src/generated/types/extension-v1.js';
import type { KnownFile } from '../../../src/generated/types/known-v1.js';
import type { MockAuthFile } from '../../../src/generated/types/mock-auth-v1.js';
import type { MutantsFile } from '../../../src/generated/types/mutants-v1.js';
import type { RequirementsFile } from '../../../src/generated/types/requirements-v1.js';
import type { RoleFile } from '../../../src/generated/types/role-v1.js';
import type { SourcesFile } from '../../../src/generated/types/sources-v1.js';
import type { SurfaceFile } from '../../../src/generated/types/surface-v1.js';
import type { TargetFile } from '../../../src/generated/types/target-v1.js';
import type { VersionsFile } from '../../../src/generated/types/versions-v1.js';
import type { WireFile } from '../../../src/generated/types/wire-v1.js';
import type { Json, JsonObject } from '../../../src/json/json.js';
import { loadValidators, type SchemaError } from '../../../src/schemas/index.js';

/**
 * What a valid file holds, by the folder of its schema. Files with values that are filled in later, and those of which only the
 * problems are asked for, are JSON objects.
 */
export interface FormatFiles {
  answers: AnswersFile;
  behaviors: BehaviorsFile;
  case: JsonObject;
  errata: JsonObject;
  extension: ExtensionFile;
  fault: JsonObject;
  fragments: JsonObject;
  known: KnownFile;
  methods: JsonObject;
  'mock-auth': MockAuthFile;
  mutants: MutantsFile;
  recording: JsonObject;
  report: JsonObject;
  requirements: RequirementsFile;
  revision: JsonObject;
  role: RoleFile;
  sources: SourcesFile;
  surface: SurfaceFile;
  target: TargetFile;
  versions: VersionsFile;
  wire: WireFile;
}

/** Our own file formats, by the folder of their schema. */
export type FormatName = keyof FormatFiles;

/** One of our own file formats: what is wrong with data of it, and the schema that says so. */
export interface Format<Name extends FormatName = FormatName> {
  name: Name;
  /** Empty where the data is valid. */
  check(data: Json): readonly SchemaError[];
  /** The bundle: every definition under `$defs`. Read from its file when it is first asked for. */
  readonly schema: JsonObject;
}

/** The format of this name, with its compiled validator. Throws where nothing was built. */
export async function formatOf<Name extends FormatName>(name: Name): Promise<Format<Name>> {
  const validators = await loadValidators(name, 'v1');
  return {
    name,
    check: (data) => validators.validate(name, data),
    get schema() {
      return validators.bundle as unknown as JsonObject;
    },
  };
}
