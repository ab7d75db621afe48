import type {
  BarcodeRegion,
  Bubble,
  BubbleField,
  BubbleFieldKind,
  CropRegion,
  PageCode,
  PrintedBox,
  TemplateAnchor,
  TemplatePage,
} from '@hengjuan/domain'
import type { Json, JsonChecker } from './json-checker.ts'
import { printedSize, readBox } from './template-box.ts'
import { readDigitField, readFullMark, readWordGrid } from './written-parts.ts'

const paper = { least: 20, most: 2000 }

/** Reads one page; problems go to `check`. */
export function readPage(check: JsonChecker, value: unknown, path: string): TemplatePage {
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
    // Newer parts are absent in older templates, and stay absent.
    ...(json['digitFields'] !== undefined && {
      digitFields: each('digitFields', (item, at) => readDigitField(check, item, at)),
    }),
    ...(json['wordGrids'] !== undefined && {
      wordGrids: each('wordGrids', (item, at) => readWordGrid(check, item, at)),
    }),
    ...(json['earlier'] !== undefined && {
      earlier: each('earlier', (item, at) => readPage(check, item, at)),
    }),
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
  const distance =
    json['distance'] === undefined
      ? {}
      : { distance: check.whole(json, 'distance', at, { least: 1, most: 64 }) }
  return { cells, bits, ...distance }
}

function readBarcodeRegion(check: JsonChecker, json: Json, path: string): BarcodeRegion {
  return {
    id: check.text(json, 'id', path),
    purpose: check.oneOf(json, 'purpose', path, ['examNo', 'sheet']),
    symbology: check.oneOf(json, 'symbology', path, ['Code128', 'Code39', 'QRCode']),
    ...(json['length'] !== undefined && {
      length: check.whole(json, 'length', path, { least: 1, most: 200 }),
    }),
    ...(json['digitsOnly'] !== undefined && { digitsOnly: check.flag(json, 'digitsOnly', path) }),
    ...(json['text'] !== undefined && { text: check.text(json, 'text', path) }),
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
  'score',
] as const satisfies readonly BubbleFieldKind[]

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
    ...readFullMark(check, json, path),
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
    ...(json['printed'] !== undefined && {
      printed: check
        .list(json['printed'], `${path}.printed`)
        .map((item, i) => readPrinted(check, item, `${path}.printed[${i}]`)),
    }),
  }
}

function readPrinted(check: JsonChecker, value: unknown, path: string): PrintedBox {
  return readBox(check, check.object(value, path) ?? {}, path, printedSize)
}
