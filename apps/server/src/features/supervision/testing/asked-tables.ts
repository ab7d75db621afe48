import type { Database } from '@hengjuan/db'
import type { Services } from '../../../services.ts'

/** The same services, with a list that fills with the tables which statements of this thread's connection name. */
export function watchTables(services: Services): { services: Services; tables: Set<string> } {
  const tables = new Set<string>()
  const db: Database = services.db.withPlugin({
    transformQuery: ({ node }) => {
      for (const [, name] of JSON.stringify(node).matchAll(
        /"kind":"SchemableIdentifierNode","identifier":\{"kind":"IdentifierNode","name":"(\w+)"\}/g,
      ))
        if (name !== undefined) tables.add(name)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { services: { ...services, db }, tables }
}
