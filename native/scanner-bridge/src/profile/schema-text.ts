import { ScannerProfile } from './profile.ts'

/** The schema as it is published: JSON Schema, draft 2020-12. */
export const profileSchemaText = (): string =>
  `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...ScannerProfile }, null, 2)}\n`
