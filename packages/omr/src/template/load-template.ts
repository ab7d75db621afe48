import type {
  BarcodeRegion,
  Bubble,
  BubbleField,
  CropRegion,
  OmrTemplate,
  PageCode,
  TemplateAnchor,
  TemplatePage,
} from '@hengjuan/domain'
import { checkTemplate } from './check-template.ts'
import type { Json } from './json-checker.ts'
import { JsonChecker, TemplateError } from './json-checker.ts'

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

const paper = { least: 20, most: 2000 }
/** Marks may lie a little outside the nominal page; nothing lies metres away. */
const place = { least: -50, most: 2050 }
const size = { least: 0.3, most: 2000 }

function readPage(check: JsonChecker, value: unknown, path: string): TemplatePage {
  const json = check.object(value, path) ?? {}
  const each = <T>(key: string, read: (item: Json, path: string) => T): T[] =>
    check.list(json[key], `${path}.${key}`).map((item, i) => {
      const at = `${path}.${key}[${i}]`
      return read(check.object(item, at) ?? {}, at)
    })
  return {
    page: check.whole(json, 'page', path, { least: 1, most: 99 }),
    widthMm: check.number(json, 'widthMm', path, paper),
    heightMm: check.number(json, 'heightMm', path, paper),
    anchors: each('anchors', (item, at) => readAnchor(check, item, at)),
    pageCode: json['pageCode'] == null ? null : readCode(check, json['pageCode'], path),
    barcodes: each('barcodes', (item, at) => readBarcodeRegion(check, item, at)),
    fields: each('fields', (item, at) => readField(check, item, at)),
    regions: each('regions', (item, at) => readRegion(check, item, at)),
  }
}

function readBox(check: JsonChecker, json: Json, path: string) {
  return {
    xMm: check.number(json, 'xMm', path, place),
    yMm: check.number(json, 'yMm', path, place),
    widthMm: check.number(json, 'widthMm', path, size),
    heightMm: check.number(json, 'heightMm', path, size),
  }
}

function readAnchor(check: JsonChecker, json: Json, path: string): TemplateAnchor {
  const kinds = ['square', 'bar', 'disc', 'ring', 'page-corner'] as const
  const kind = check.oneOf(json, 'kind', path, kinds)
  // A paper corner has no size of its own.
  const sized = kind === 'page-corner' ? { widthMm: 1, heightMm: 1, ...json } : json
  return {
    id: check.text(json, 'id', path),
    kind,
    role: check.oneOf(json, 'role', path, ['corner', 'edge']),
    ...readBox(check, sized, path),
  }
}

function readCode(check: JsonChecker, value: unknown, path: string): PageCode {
  const at = `${path}.pageCode`
  const json = check.object(value, at) ?? {}
  const cells = check
    .list(json['cells'], `${at}.cells`)
    .map((cell, i) =>
      readBox(check, check.object(cell, `${at}.cells[${i}]`) ?? {}, `${at}.cells[${i}]`),
    )
  const bits = check.text(json, 'bits', at)
  if (!/^[01]*$/.test(bits)) check.problem(`${at}.bits`, '只能由 0 和 1 组成')
  if (bits.length !== cells.length) {
    check.problem(`${at}.bits`, `应有 ${cells.length} 位（每格一位），现在是 ${bits.length} 位`)
  }
  return { cells, bits }
}

function readBarcodeRegion(check: JsonChecker, json: Json, path: string): BarcodeRegion {
  return {
    id: check.text(json, 'id', path),
    purpose: check.oneOf(json, 'purpose', path, ['examNo', 'sheet']),
    symbology: check.oneOf(json, 'symbology', path, ['Code128', 'Code39', 'QRCode']),
    ...readBox(check, json, path),
  }
}

const fieldKinds = [
  'examNo',
  'choice',
  'absent',
  'misconduct',
  'optionalChoice',
  'paperVariant',
] as const

function readField(check: JsonChecker, json: Json, path: string): BubbleField {
  const bubbles = check.list(json['bubbles'], `${path}.bubbles`)
  return {
    id: check.text(json, 'id', path),
    kind: check.oneOf(json, 'kind', path, fieldKinds),
    direction: check.oneOf(json, 'direction', path, ['horizontal', 'vertical']),
    multiple: check.flag(json, 'multiple', path),
    shape: check.oneOf(json, 'shape', path, ['rect', 'ellipse']),
    outlined: check.flag(json, 'outlined', path),
    group: check.text(json, 'group', path),
    bubbles: bubbles.map((bubble, i): Bubble => {
      const at = `${path}.bubbles[${i}]`
      const item = check.object(bubble, at) ?? {}
      return {
        value: check.text(item, 'value', at),
        label: check.text(item, 'label', at, { mayBeEmpty: true }),
        column: check.whole(item, 'column', at, { least: 0, most: 99 }),
        ...readBox(check, item, at),
      }
    }),
  }
}

function readRegion(check: JsonChecker, json: Json, path: string): CropRegion {
  const purpose = check.oneOf(json, 'purpose', path, ['block', 'name', 'barcode'])
  return {
    id: check.text(json, 'id', path),
    purpose,
    blockKey: purpose === 'block' ? check.text(json, 'blockKey', path) : null,
    part: check.whole(json, 'part', path, { least: 0, most: 999 }),
    framed: check.flag(json, 'framed', path),
    ...readBox(check, json, path),
  }
}
