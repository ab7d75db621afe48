import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPageCodec } from '../codec/page-codec.ts'
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
  }
  await save('clear.jpg', digits)
  await save('double.jpg', [...digits, ...doubled])
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
