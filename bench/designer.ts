import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examCreate, examList } from '@hengjuan/contracts'
import type { Page } from 'playwright-core'
import { quantile } from '../e2e/mark-by-key.ts'
import { signIn as signInByCall } from '../scripts/demo/account.ts'
import { freePort, serverProgram } from '../scripts/demo/programs.ts'
import { launchBrowser } from '../scripts/testing/chromium.ts'
import { framesOf, idle } from './frames.ts'
import { prepareWorld, signIn } from './marking-page.ts'

/** Milliseconds, `n` of them. */
interface Spread {
  median: number
  p95: number
  n: number
}

interface DesignerBench {
  /** Key that takes a table of 60 questions over, to the frame in which the first page is painted. */
  firstPage: Spread
  /** Between frames while an answer area is moved, and while its lower edge is. */
  move: Spread
  resize: Spread
  /** Between frames of a page on which nothing happens, measured before and after. */
  floor: Spread
}

const spreadOf = (values: readonly number[]): Spread => ({
  median: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  n: values.length,
})

/** 60 questions of six kinds on four pages. */
const LINES = [
  '1-30 单选 4选项 2分',
  '31-36 多选 5选项 4分',
  '37-46 填空 3分',
  '47-56 解答 8分 高60',
  '57-58 判断 1分',
  '59 英语作文 15分',
  '60 作文 60分 600格',
].join('\n')
const ROUNDS = 5
const DRAG_STEPS = 90

/**
 * Measures the designer in a real browser: how soon a table is a page, and how evenly areas are dragged.
 *
 * @param world a folder made by `e2e/prepare-world.ts`, of which a copy is used; made anew when absent
 */
export async function measureDesigner(options: {
  world: string | undefined
  json: boolean
}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-bench-designer-'))
  const world = options.world ?? (await prepareWorld(join(folder, 'world')))
  const data = join(folder, 'data')
  await cp(join(world, 'server'), data, { recursive: true })
  const port = await freePort()
  const server = serverProgram(data, port)
  await server.start()
  const browser = await launchBrowser()
  try {
    const address = `http://127.0.0.1:${port}`
    const examId = await newExam(address)
    const page = await browser.newPage({
      baseURL: address,
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
    })
    await signIn(page, 'director')
    const firstPage: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto(`/MainPage/exam-manage/AffairManage/${examId}/answer-sheet-manage`)
      await page.getByRole('button', { name: /空白答题卡/ }).click()
      await page.getByLabel('页数上限').or(page.getByLabel('题目清单')).first().waitFor()
      await page.getByLabel('题目清单').fill(LINES)
      firstPage.push(await keyToFirstPage(page))
    }
    await page.locator('[data-area="60:0"]').waitFor({ state: 'attached' })
    const floor = await framesOf(page, () => idle(page))
    const area = page.locator('[data-area="47:0"]')
    await area.scrollIntoViewIfNeeded()
    await area.focus()
    const move = await dragged(page, '[data-area="47:0"] rect')
    const handle = '[data-handle="48:0"]'
    await page.locator(handle).scrollIntoViewIfNeeded()
    const resize = await dragged(page, handle)
    floor.push(...(await framesOf(page, () => idle(page))))
    const bench: DesignerBench = {
      firstPage: spreadOf(firstPage),
      move: spreadOf(move),
      resize: spreadOf(resize),
      floor: spreadOf(floor),
    }
    if (options.json) console.log(JSON.stringify(bench, null, 2))
    else print(bench)
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** An exam of one class whose mathematics has no sheet. */
async function newExam(address: string): Promise<number> {
  const director = await signInByCall(() => address, 'director')
  const [other] = (await director.call(examList, { query: { limit: 1 } })).list
  if (!other) throw new Error('the school has exams')
  const { exam_id } = await director.call(examCreate, {
    params: { schoolId: director.user.school_id ?? 0 },
    body: {
      name: '答题卡设计测量',
      type: 2,
      mode: 1,
      grade_id: other.grade_id,
      start_date: '2026-12-01',
      class_ids: other.classes.map(({ class_id }) => class_id).slice(0, 1),
      subject_ids: [2],
    },
  })
  return exam_id
}

/** @returns milliseconds from the key press to the frame in which the first page is decoded and painted */
async function keyToFirstPage(page: Page): Promise<number> {
  await page.evaluate(() => {
    const seen = new Promise<number>((done) => {
      let pressedAt = 0
      const press = (event: KeyboardEvent) => {
        if (event.key === 'Enter') pressedAt = event.timeStamp
      }
      window.addEventListener('keydown', press, { capture: true })
      const look = () => {
        const image = document.querySelector<HTMLImageElement>('img[alt="答题卡第 1 面"]')
        if (pressedAt > 0 && image?.complete && image.naturalWidth > 0) {
          window.removeEventListener('keydown', press, { capture: true })
          // Seen in a frame callback, painted at the end of that frame.
          requestAnimationFrame(() => done(performance.now() - pressedAt))
        } else requestAnimationFrame(look)
      }
      look()
    })
    Object.assign(window, { firstPageSeen: seen })
  })
  await page.keyboard.press('Control+Enter')
  return page.evaluate(
    () => (window as unknown as { firstPageSeen: Promise<number> }).firstPageSeen,
  )
}

/** Drags with the mouse, a step a frame, and lets go where it began, so that nothing changes. */
async function dragged(page: Page, selector: string): Promise<number[]> {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not on screen`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 6, y + 6)
  const frames = await framesOf(page, async () => {
    for (let step = 1; step <= DRAG_STEPS; step++) {
      const turn = (step / DRAG_STEPS) * 2 * Math.PI
      await page.mouse.move(x + 120 * Math.sin(turn), y + 90 * Math.sin(turn))
    }
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return frames
}

function print({ firstPage, move, resize, floor }: DesignerBench): void {
  const row = (name: string, { median, p95, n }: Spread) =>
    console.log(
      `${name.padEnd(42)} ${median.toFixed(1).padStart(7)} ${p95.toFixed(1).padStart(7)} ${n}`,
    )
  console.log(`${'milliseconds'.padEnd(42)} ${'median'.padStart(7)} ${'p95'.padStart(7)} n`)
  row('60 questions taken over, first page painted', firstPage)
  row('frame while an area is moved', move)
  row('frame while its edge is dragged', resize)
  row('floor: frame of an empty loop', floor)
}
