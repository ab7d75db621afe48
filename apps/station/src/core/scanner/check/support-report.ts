import { mkdir, writeFile } from 'node:fs/promises'
import { arch, platform, release } from 'node:os'
import path from 'node:path'
import type { DeviceCaps, ScannerProfile } from '@hengjuan/scanner-bridge'
import sharp from 'sharp'
import type {
  CheckPage,
  CheckState,
  CheckStepState,
  ScannerChoice,
} from '../../../bridge/scanner-api.ts'
import { CHECK_STEP_WORDS, VERDICT_WORDS } from '../../../bridge/check-words.ts'
import { redact } from './redact.ts'

/** Longer side of a picture in the report: marks can be seen, handwriting cannot be read. */
const PICTURE_PX = 360

interface ReportInput {
  state: CheckState
  choice: ScannerChoice
  profile: ScannerProfile
  caps: DeviceCaps | null
  /** Lines of the bridge and its driver. */
  log: readonly string[]
  /** ISO time. */
  at: string
  picture: (imageId: string) => Buffer | null
}

/**
 * Writes what a check found into a folder: `检查报告.html` for people, `report.json` for programs, small
 * pictures, and the log of the bridge. Names of person and computer are taken out.
 *
 * @returns the folder
 */
export async function writeSupportReport(parent: string, input: ReportInput): Promise<string> {
  const stamp = localTime(input.at).replaceAll(/[-:]/g, '').replace(' ', '-')
  const folder = path.join(parent, `scanner-check-${stamp}`)
  await mkdir(path.join(folder, 'pictures'), { recursive: true })
  const pages = input.state.steps.flatMap((step) => step.pages.map((page) => ({ step, page })))
  const files = new Map<string, string>()
  for (const { step, page } of pages) {
    const bytes = input.picture(page.image_id)
    if (!bytes) continue
    const file = `pictures/${step.step}-${page.sheet}-${page.side}.jpg`
    const small = sharp(bytes)
      .rotate()
      .resize({ width: PICTURE_PX, height: PICTURE_PX, fit: 'inside' })
    await writeFile(
      path.join(folder, file),
      await small.greyscale().jpeg({ quality: 70 }).toBuffer(),
    )
    files.set(page.image_id, file)
  }
  const facts = factsOf(input, files)
  await writeFile(path.join(folder, 'report.json'), redact(`${JSON.stringify(facts, null, 2)}\n`))
  await writeFile(path.join(folder, 'bridge.log'), redact(`${input.log.join('\n')}\n`))
  await writeFile(path.join(folder, '检查报告.html'), redact(htmlOf(input, files)))
  return folder
}

function factsOf({ state, choice, profile, caps, at }: ReportInput, files: Map<string, string>) {
  const { driver, device_name, profile_id, profile_name, paper_source, dpi, mode, paper } = choice
  const isFolder = driver === 'folder' || driver === 'simulated'
  return {
    format: 'hengjuan-scanner-check',
    version: 1,
    at,
    system: { platform: platform(), release: release(), arch: arch(), node: process.version },
    scanner: {
      driver,
      device_name,
      profile_id,
      profile_name,
      paper_source,
      dpi,
      mode,
      paper,
      // The key of a folder is its path.
      device_key: isFolder ? null : (choice.device_key ?? null),
    },
    profile,
    caps,
    steps: state.steps.map(({ pages, ...step }) => ({
      ...step,
      pages: pages.map(({ image_id, ...page }) => ({ ...page, file: files.get(image_id) ?? null })),
    })),
  }
}

function htmlOf({ state, choice, profile, at }: ReportInput, files: Map<string, string>): string {
  const rows = [
    ['扫描仪', choice.device_name],
    ['驱动', choice.driver],
    ['配置', profile.name],
    ['时间', localTime(at)],
    ['系统', `${platform()} ${release()} ${arch()}`],
  ]
  const head = rows.map(
    ([name, value]) => `<tr><th>${name}</th><td>${escape(value ?? '')}</td></tr>`,
  )
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>扫描仪检查报告</title><style>
body { font: 15px/1.6 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #1c2127 }
h1 { font-size: 22px } h2 { font-size: 17px; margin: 1.6em 0 .3em; border-top: 1px solid #d3d8de; padding-top: .8em }
th { text-align: left; padding-right: 1.5em; font-weight: 600 } .fail { color: #ac2f33 } .pass { color: #165a36 }
ul { margin: .2em 0; padding-left: 1.4em } figure { display: inline-block; margin: .6em 1em 0 0; vertical-align: top; font-size: 13px }
img { border: 1px solid #8f99a8; display: block; max-height: 300px }
</style></head><body>
<h1>扫描仪检查报告</h1>
<table>${head.join('')}</table>
${state.steps.map((step) => stepHtml(step, files)).join('\n')}
<h2>说明</h2>
<p>report.json 是同样的内容，供程序读取；bridge.log 是驱动程序的日志。图像已缩小到看不清笔迹，用户名和电脑名已去掉。</p>
</body></html>
`
}

/** By the clock on the wall: `2026-11-21 16:05:09`. */
const localTime = (iso: string): string => new Date(iso).toLocaleString('sv-SE')

function stepHtml(step: CheckStepState, files: Map<string, string>): string {
  const { title, expected } = CHECK_STEP_WORDS[step.step]
  const verdict = `<span class="${step.verdict}">${VERDICT_WORDS[step.verdict]}</span>`
  const seen = step.seen.map((line) => `<li>${escape(line)}</li>`).join('')
  const more = [
    step.advice && `<p>建议：${escape(step.advice)}</p>`,
    step.note && `<p>备注：${escape(step.note)}</p>`,
  ]
  const pictures = step.pages.map((page) => pictureHtml(page, files.get(page.image_id)))
  return `<h2>${title} · ${verdict}</h2>
<p>应当：${expected}</p>
${seen && `<ul>${seen}</ul>`}${more.filter((text) => text !== '').join('')}${pictures.join('')}`
}

function pictureHtml(page: CheckPage, file: string | undefined): string {
  const facts = [
    `第 ${page.sheet} 张${page.side === 'front' ? '正面' : '反面'}`,
    `${page.width_px} × ${page.height_px} 像素`,
    page.measured_dpi === null ? '' : `实测 ${page.measured_dpi} dpi`,
    page.page_name ?? '没有定位点',
  ]
  const image = file === undefined ? '' : `<img src="${file}" alt="">`
  return `<figure>${image}${facts
    .filter((text) => text !== '')
    .map(escape)
    .join('<br>')}</figure>`
}

const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (char) => `&#${char.codePointAt(0)};`)
