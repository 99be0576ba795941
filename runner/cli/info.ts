export const listCommand = async (_what: string, _patterns: string[], _options: { json: boolean }) => 2;
export const explainCommand = async (_id: string) => 2;
export const validateCommand = async (_what: string, _files: string[], _options: { json: boolean }) => 2;
export const coverageCommand = async (_options: { json: boolean }) => 2;
