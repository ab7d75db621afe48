import type { OmrTemplate } from '@hengjuan/domain'
import { checkTemplate } from './check-template.ts'
import { JsonChecker, TemplateError } from './json-checker.ts'
import { readPage } from './template-page.ts'

const inkColours = ['red', 'green', 'blue'] as const

/**
 * Checks a template read from JSON and returns it typed.
 *
 * @param json parsed JSON, or its text
 * @throws TemplateError listing every problem in Chinese with its place
 * @source docs/omr-template.md
 */
export function loadTemplate(json: unknown): OmrTemplate {
  const check = new JsonChecker()
  const root = check.object(typeof json === 'string' ? parse(json) : json, '')
  if (!root) throw new TemplateError(['模板应为一个 JSON 对象'])
  if (root['format'] !== 'hengjuan-omr-template') {
    check.problem('format', '应为 "hengjuan-omr-template"（这可能不是答题卡模板文件）')
  }
  if (root['version'] !== 1) check.problem('version', '只支持版本 1')
  const template: OmrTemplate = {
    format: 'hengjuan-omr-template',
    version: 1,
    id: check.text(root, 'id', ''),
    name: check.text(root, 'name', '', { mayBeEmpty: true }),
    ...(root['dropout'] !== undefined && {
      dropout: check.oneOf(root, 'dropout', '', inkColours),
    }),
    pages: check
      .list(root['pages'], 'pages')
      .map((page, i) => readPage(check, page, `pages[${i}]`)),
  }
  if (template.pages.length === 0) check.problem('pages', '至少要有一页')
  // Cross-checks on top of wrong values would only repeat them in other words.
  if (check.problems.length === 0) checkTemplate(template, check)
  if (check.problems.length > 0) throw new TemplateError(check.problems)
  return template
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new TemplateError([`不是合法的 JSON：${cause instanceof Error ? cause.message : ''}`])
  }
}
