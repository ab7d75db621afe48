import { expect, test } from 'vitest'
import { codeNow, painted, typeScore } from './mark-by-key.ts'
import { shoot } from './shots.ts'
import { expectQuiet, useStage, type Visitor } from './stage.ts'

const stage = useStage()
const MATHEMATICS = 2

/** What JavaScript and browsers got after Chrome 109, the last for Windows 7. */
function forgetLater(): void {
  const gone: [object | undefined, string[]][] = [
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [Array, ['fromAsync']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Object.getPrototypeOf(Int8Array.prototype) as object, ['toSorted', 'toReversed', 'with']],
    [Promise, ['withResolvers', 'try']],
    [
      Set.prototype,
      ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf'],
    ],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
      [
        'map',
        'filter',
        'take',
        'drop',
        'flatMap',
        'reduce',
        'toArray',
        'forEach',
        'some',
        'every',
        'find',
      ],
    ],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [RegExp, ['escape']],
    [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength', 'resize']],
    [URL, ['canParse', 'parse']],
    [URLSearchParams.prototype, ['size']],
    [AbortSignal, ['any']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['toBase64', 'toHex']],
    [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
    [Blob.prototype, ['bytes']],
    [Response.prototype, ['bytes']],
    [ReadableStream.prototype, ['values', Symbol.asyncIterator as never]],
    [Document.prototype, ['startViewTransition', 'caretPositionFromPoint', 'moveBefore']],
    [Element.prototype, ['moveBefore', 'setHTMLUnsafe', 'getHTML']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [globalThis, ['Iterator', 'scheduler', 'navigation', 'CloseWatcher', 'URLPattern']],
    [Intl, ['DurationFormat']],
  ]
  for (const [of, names] of gone) for (const name of names) if (of) Reflect.deleteProperty(of, name)
}

/** The visitor's browser as an old one: functions of colours under names that nobody knows are unknown to it. */
async function grownOld({ context }: Visitor): Promise<void> {
  await context.addInitScript(forgetLater)
  await context.addInitScript(() => {
    const supports = CSS.supports.bind<(...of: string[]) => boolean>(CSS)
    CSS.supports = (...of: string[]) => !of.join().includes('color-mix') && supports(...of)
  })
  await context.route('**/*.css', async (route) => {
    const reply = await route.fetch()
    const text = (await reply.text()).replaceAll(/color-mix\(|oklch\(|\blab\(/g, 'unknown-$&')
    await route.fulfill({ response: reply, body: text })
  })
}

test('in the last browser of Windows 7 papers are marked and marking is watched', async () => {
  const block = stage.world.underWay.blocks.find(
    ({ subjectId, points }) => subjectId === MATHEMATICS && points.length === 1,
  )
  const desk = await stage.enter('marker1', '/MainPage/homePage')
  await grownOld(desk)
  const { page } = desk
  await page.goto('/MainPage/markPaper/markPage/unfinishList')
  expect(await page.evaluate(() => 'Iterator' in globalThis)).toBe(false)
  await page.getByRole('heading', { name: '我的任务' }).waitFor()
  await shoot(page, '/unfinishList', 'old-browser')
  await page.goto(`/marking?block_id=${block?.blockId}`)
  await painted(page)
  const code = await codeNow(page)
  await typeScore(page, 3)
  await page.keyboard.press('Enter')
  await expect.poll(() => codeNow(page)).not.toBe(code)
  await page.getByText('已保存').waitFor()
  await painted(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await shoot(page, '/marking', 'old-browser')
  expectQuiet(desk)

  const lead = await stage.enter('director', '/MainPage/homePage')
  await grownOld(lead)
  const { examId } = stage.world.underWay.exam
  for (const [path, heading] of [
    [`/MarkingSupervision?exam_id=${examId}`, '阅卷监管'],
    [`/setDistri?exam_id=${examId}&subject_id=${MATHEMATICS}`, '任务分配'],
    [`/spot-check?exam_id=${examId}`, '抽查'],
    [`/MarkSet?exam_id=${examId}&subject_id=${MATHEMATICS}`, '阅卷设置'],
  ] as const) {
    await lead.page.goto(path)
    await lead.page.getByRole('heading', { name: heading }).first().waitFor()
    await lead.page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
    await shoot(lead.page, path.split('?')[0] ?? path, 'old-browser')
  }
  // What is mixed from other colours is drawn by those that the build worked out, and not where there is none.
  const lineOf = (name: string) =>
    lead.page
      .getByRole('button', { name })
      .first()
      .evaluate((button) => getComputedStyle(button).boxShadow)
  expect(await lineOf('导入阅卷教师')).toMatch(/rgb/)
  expect(await lineOf('评分标准')).toBe('none')
  expectQuiet(lead)
})

test('a browser with two engines is asked for the newer one, and none is to translate the page', async () => {
  const { page } = await stage.visit('/Login')
  const said = (name: string) => page.locator(`meta[name="${name}"]`).getAttribute('content')
  expect(await said('renderer')).toBe('webkit')
  expect(await said('force-rendering')).toBe('webkit')
  expect(await said('google')).toBe('notranslate')
})

test('a browser that is too old for the portal says which ones are not', async () => {
  const visitor = await stage.visit('/Login')
  await visitor.context.addInitScript(() => {
    CSS.supports = () => false
  })
  const { page } = visitor
  await page.route(/\/assets\/(?!old-browsers).*\.js$/, (route) => route.abort())
  await page.goto('/Login')
  await page.getByRole('heading', { name: '浏览器版本过旧，打不开衡卷' }).waitFor()
  await shoot(page, '/Login', 'too-old')
})
