import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPageCodec } from '../codec/page-codec.ts'
import { pagedTiff } from '../codec/testing/odd-files.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { sampleTemplate } from '../testing/sample-template.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'omr-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })

beforeAll(async () => {
  const template = sampleTemplate()
  const page = template.pages[0]!
  const digits = [...'123456'].map((value, column) => ({
    field: 'examNo',
    value,
    column,
    kind: 'full' as const,
  }))
  const doubled = ['A', 'B'].map((value) => ({ field: 'choice:1', value, kind: 'full' as const }))
  const codec = createPageCodec()
  const save = async (name: string, marks: Parameters<typeof paintSheet>[1]['marks']) => {
    const { gray } = scanSheet(paintSheet(page, { marks }), page, { dpi: 150 })
    writeFileSync(join(folder, name), await codec.encodeJpeg(gray, 85))
    return gray
  }
  const clear = await save('clear.jpg', digits)
  const double = await save('double.jpg', [...digits, ...doubled])
  writeFileSync(join(folder, 'both.tif'), pagedTiff([clear, double]))
  writeFileSync(join(folder, 'broken.jpg'), 'no picture')
  writeFileSync(join(folder, 'template.json'), JSON.stringify(template))
  writeFileSync(join(folder, 'bad.json'), '{"format":"other"}')
})

describe('omr read', () => {
  test('writes one line a file in the order given and goes on after a bad one', async () => {
    const files = ['double.jpg', 'broken.jpg', 'missing.jpg', 'clear.jpg']
    const { code, stderr } = await run(
      'read',
      '--template',
      'template.json',
      '--out',
      'out.jsonl',
      ...files,
    )
    expect(code).toBe(1)
    const lines = readFileSync(join(folder, 'out.jsonl'), 'utf8').trimEnd().split('\n')
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(rows.map((row) => [row['file'], row['status'] ?? row['error']])).toEqual([
      ['double.jpg', 'doubtful'],
      ['broken.jpg', expect.stringContaining('不是可识别的图片')],
      ['missing.jpg', expect.stringContaining('文件不存在')],
      ['clear.jpg', 'ok'],
    ])
    expect(stderr).toContain('单选涂了 2 项')
    expect(stderr).toContain('共 4 页：正常 1，存疑 1，拒识 0，打不开 2')
  })

  test('answers 0 and prints to the screen when all is clear', async () => {
    const { code, stdout } = await run('read', '--template=template.json', 'clear.jpg')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ file: 'clear.jpg', status: 'ok', page: 1 })
  })
})

test('omr read takes a multi-page file apart', async () => {
  const { code, stdout } = await run('read', '--template', 'template.json', 'both.tif', 'clear.jpg')
  expect(code).toBe(1)
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(rows.map((row) => [row['file'], row['filePage'], row['status']])).toEqual([
    ['both.tif', 1, 'ok'],
    ['both.tif', 2, 'doubtful'],
    ['clear.jpg', undefined, 'ok'],
  ])
})

describe('omr explain', () => {
  test('says why every doubtful field was read as it was, in words and in a picture', async () => {
    const { code, stdout } = await run(
      'explain',
      '--template',
      'template.json',
      '--out',
      'why',
      'double.jpg',
    )
    expect(code).toBe(1)
    expect(stdout).toContain('double.jpg：第 1 页，说明 1 个填涂项')
    expect(stdout).toMatch(/■ choice:1 {2}读作 A、B（涂了多个）.*存疑：单选涂了 2 项/)
    expect(stdout).toMatch(/规则 twoMarks/)
    for (const value of ['A', 'B', 'C', 'D']) expect(stdout).toContain(`[${value}] 判为`)
    expect(stdout).toMatch(/纸白 \d+，深浅 [\d.]+ 减去印字 [\d.]+/)
    expect(stdout).toMatch(/轮廓见到 \d+ %，格位偏移/)
    expect(existsSync(join(folder, 'why', 'double-choice-1.png'))).toBe(true)
  })

  test('explains one option of one field, doubtful or not, also as JSON', async () => {
    const one = await run(
      'explain',
      '--template',
      'template.json',
      '--field',
      'choice:2',
      '--bubble',
      'C',
      'clear.jpg',
    )
    expect(one.code).toBe(0)
    expect(one.stdout).toContain('[C] 判为空')
    expect(one.stdout).not.toContain('[A]')
    const { stdout } = await run('explain', '--template', 'template.json', '--json', 'double.jpg')
    const row = JSON.parse(stdout) as {
      field: { id: string }
      explanations: { bubbles: { excess: number; look: { darkness: number; print: number } }[] }[]
    }
    expect(row.field.id).toBe('choice:1')
    const [a] = row.explanations[0]!.bubbles
    // What is left of the darkness once the print is taken off is what was judged.
    expect(a!.excess).toBeCloseTo((a!.look.darkness - a!.look.print) / (1 - a!.look.print), 2)
  })
})

test('omr bench measures the pages it is given', async () => {
  const { code, stdout } = await run(
    'bench',
    '--template',
    'template.json',
    '--rounds',
    '2',
    'clear.jpg',
  )
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    file: 'clear.jpg',
    status: 'ok',
    decode: { timesDecode: 1 },
    read: { ms: expect.any(Number) },
  })
})

test('omr import writes a template and names what it left out', async () => {
  const checker = {
    pageDimensions: [1000, 1400],
    bubbleDimensions: [30, 20],
    preProcessors: [{ name: 'CropPage', options: {} }],
    fieldBlocks: {
      questions: {
        fieldType: 'QTYPE_MCQ4',
        fieldLabels: ['q1..3'],
        bubblesGap: 50,
        labelsGap: 30,
        origin: [300, 500],
      },
    },
    outputColumns: ['q1'],
  }
  writeFileSync(join(folder, 'checker.json'), JSON.stringify(checker))
  const { code, stderr } = await run(
    'import',
    '--from',
    'omrchecker',
    'checker.json',
    '--out',
    'imported.json',
  )
  expect(code).toBe(1)
  expect(stderr).toContain('outputColumns')
  const { id, pages } = JSON.parse(readFileSync(join(folder, 'imported.json'), 'utf8')) as {
    id: string
    pages: { fields: unknown[] }[]
  }
  expect([id, pages[0]!.fields.length]).toEqual(['checker', 3])
  const wrong = await run('import', '--from', 'omrchecker', 'template.json')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('template.json 不能转换')])
})

test.for(['read', 'draw', 'explain', 'calibrate', 'import', 'bench'])(
  'omr %s --help is Chinese and names its exit codes',
  async (name) => {
    const { code, stdout } = await run(name, '--help')
    expect(code).toBe(0)
    expect(stdout).toContain(`npx pnpm omr ${name} --`)
    expect(stdout).toContain('退出码')
  },
)

test('omr draw leaves a picture for each file', async () => {
  const { code } = await run('draw', '--template', 'template.json', '--out', 'drawn', 'double.jpg')
  expect(code).toBe(1)
  expect(
    readFileSync(join(folder, 'drawn', 'double.png'))
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
})

test.for([
  [['read', 'a.jpg'], '缺少 --template'],
  [['read', '--template', 'template.json'], '没有给出图片文件'],
  [['rede', 'a.jpg'], '没有“rede”这个命令'],
  [['read', '--templat', 'x', 'a.jpg'], '不认识的选项'],
  [['read', '--template', 'template.json', '--page', 'one', 'a.jpg'], '--page 应为正整数'],
  [
    ['explain', '--template', 'template.json', '--field', 'choice:99', 'clear.jpg'],
    '模板里没有填涂项“choice:99”',
  ],
  [['import', '--from', 'word', 'bad.json'], '--from 应为 omrchecker 或 amc'],
  [['read', '--template', 'bad.json', 'a.jpg'], '答题卡模板有误'],
  [['read', '--template', 'none.json', 'a.jpg'], '文件不存在'],
  [
    ['read', '--template', 'template.json', '--out', 'no/such/dir.jsonl', 'clear.jpg'],
    '输出写不了',
  ],
] as const)('%o is a usage error: %s', async ([args, message]) => {
  const { code, stderr, stdout } = await run(...args)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect(stdout).toBe('')
})

test('--help is Chinese and names the exit codes', async () => {
  const { code, stdout } = await run('--help')
  expect(code).toBe(0)
  expect(stdout).toContain('退出码')
  expect(existsSync(join(folder, 'omr-drawings'))).toBe(false)
})
