/** Writes the published form of the profile schema; a test holds it against the code. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { profileSchemaText } from '../profile/schema-text.ts'

const TARGET = path.resolve(import.meta.dirname, '../../../../scanner-profiles/profile.schema.json')

await writeFile(TARGET, profileSchemaText())
