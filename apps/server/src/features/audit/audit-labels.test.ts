import { globSync, readFileSync } from 'node:fs'
import { AUDIT_ACTIONS, AUDIT_FIELDS, AUDIT_OBJECTS } from '@hengjuan/domain'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const sources = globSync(`${root}**/*.ts`)
  .filter((file) => !file.includes('.test.') && !file.includes('/testing/'))
  .map((file) => readFileSync(file, 'utf8'))
  .filter((text) => text.includes('audit'))

/** What stands for the action of a record: literals, or the pattern of a template. */
function actionsIn(text: string): string[] {
  const written = [...text.matchAll(/action:\s*([^,\n]+),\s*\n?\s*object:/g)].map(
    ([, expression]) => expression ?? '',
  )
  const named = [...text.matchAll(/(?:entryOf|setFlag|change)\([^']*'([a-z-]+)'/g)].map(
    ([, action]) => `'${action}'`,
  )
  return [...written, ...named].flatMap((expression) =>
    // What a choice between actions compares with is none.
    [...expression.replaceAll(/[!=]== '[^']*'/g, '').matchAll(/'([a-z._-]{3,})'|`([^`]+)`/g)]
      .map(([, literal, template]) => literal ?? (template ?? '').replaceAll(/\$\{[^}]*\}/g, '*'))
      .filter((action) => action !== 'undo'),
  )
}

const isLabelled = (action: string): boolean =>
  action.includes('*')
    ? Object.keys(AUDIT_ACTIONS).some((known) => known.startsWith(action.replace('*', '')))
    : action in AUDIT_ACTIONS

test('audit: every act that the server records has a Chinese label', () => {
  const actions = [...new Set(sources.flatMap(actionsIn))]
  expect(actions.length).toBeGreaterThan(60)
  expect(actions.filter((action) => !isLabelled(action))).toEqual([])
})

test('audit: every kind of thing that acts are about has a Chinese label', () => {
  const kinds = [
    ...new Set(
      sources.flatMap((text) =>
        [...text.matchAll(/object:\s*[`']([a-z-]+)(?::|[`'])/g)].map(([, kind]) => kind ?? ''),
      ),
    ),
  ]
  expect(kinds.length).toBeGreaterThan(8)
  expect(kinds.filter((kind) => !(kind in AUDIT_OBJECTS))).toEqual([])
})

/** Literal fields of what records hold on either side; what is spread into them are fields of calls. */
const fieldsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:before|after): \{([^{}]*)\}/g)].flatMap(([, body = '']) =>
    [
      ...body.replaceAll(/\([^()]*\)/g, '').matchAll(/(?:^|[,\n])\s*([a-z_A-Z]+)\s*(?=[:,\n]|$)/g),
    ].map(([, name]) => name ?? ''),
  )

test('audit: every field that records name has a Chinese label', () => {
  const texts = sources.filter((text) => text.includes('audit('))
  const fields = [...new Set(texts.flatMap(fieldsIn))].filter((name) => name !== '')
  expect(fields.length).toBeGreaterThan(40)
  expect(fields.filter((name) => !(name in AUDIT_FIELDS))).toEqual([])
})
