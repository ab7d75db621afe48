import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadTemplate } from './load-template.ts'

test('the example in the documentation is a valid template', () => {
  const page = readFileSync(new URL('../../../../docs/omr-template.md', import.meta.url), 'utf8')
  const [, example] = /```json\n([\s\S]*?)```/.exec(page)!
  const template = loadTemplate(example)
  expect(template.pages[0]!.fields.map((f) => f.id)).toContain('choice:3')
})
