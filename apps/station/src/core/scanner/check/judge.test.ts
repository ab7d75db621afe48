import { type DeviceCaps, ScanError, type ScanFault } from '@hengjuan/scanner-bridge'
import { expect, test } from 'vitest'
import type { CheckPage } from '../../../bridge/scanner-api.ts'
import { judgeCaps } from './judge-caps.ts'
import { judgeDoubleFeed, judgeEmpty, judgePullOut } from './judge-faults.ts'
import { type Finding, judgePages } from './judge-pages.ts'

const page = (
  sheet: number,
  side: 'front' | 'back',
  change: Partial<CheckPage> = {},
): CheckPage => ({
  image_id: '',
  sheet,
  side,
  width_px: 1654,
  height_px: 2339,
  dpi: 200,
  measured_dpi: 200,
  page_name: '检查页',
  is_back_page: side === 'back',
  rotation: 0,
  skew_deg: 0.3,
  sharpness: 0.9,
  contrast: 230,
  is_blank: false,
  issues: [],
  ...change,
})
const duplex = (change: (side: 'front' | 'back') => Partial<CheckPage> = () => ({})) =>
  [1, 2].flatMap((sheet) => [
    page(sheet, 'front', change('front')),
    page(sheet, 'back', change('back')),
  ])

const badOf = (findings: Finding[]) =>
  findings.filter(({ isGood }) => !isGood).map(({ seen }) => seen)

test.for<[what: string, pages: CheckPage[], sides: 1 | 2, bad: string[]]>([
  ['two good sheets', duplex(), 2, []],
  ['two good fronts', [page(1, 'front'), page(2, 'front')], 1, []],
  ['one sheet too few', [page(1, 'front')], 1, ['应有 2 个图像，实际 1 个']],
  ['one side alone', [page(1, 'front'), page(2, 'front')], 2, ['应有 4 个图像，实际 2 个']],
  [
    'backs upside down',
    duplex((side) => ({ rotation: side === 'back' ? 180 : 0 })),
    2,
    ['反面是倒的'],
  ],
  ['the whole stack upside down', duplex(() => ({ rotation: 180 })), 2, []],
  ['backs first', duplex((side) => ({ is_back_page: side === 'front' })), 2, ['先出的是反面']],
  [
    'one sheet the other way round',
    duplex().map((each) =>
      each.sheet === 2 ? { ...each, is_back_page: each.side === 'front' } : each,
    ),
    2,
    ['正反面次序乱了'],
  ],
  [
    'another resolution',
    duplex(() => ({ measured_dpi: 186 })),
    2,
    ['实测 186 dpi，扫描仪标称 200 dpi'],
  ],
  ['no resolution said', duplex(() => ({ dpi: null })), 2, []],
  ['askew', duplex(() => ({ skew_deg: -2.6 })), 2, ['歪斜 -2.60°']],
  ['blurred', duplex(() => ({ sharpness: 0.2 })), 2, ['清晰度 0.20']],
  ['faint', duplex(() => ({ contrast: 60 })), 2, ['对比度 60']],
  [
    'dirt on the glass',
    duplex(() => ({ issues: ['扫描图上有 2 条从上到下的竖线'] })),
    2,
    ['扫描图上有 2 条从上到下的竖线'],
  ],
  ['other paper', duplex(() => ({ page_name: null })), 2, ['图像上没有找到定位点，不能测量']],
  [
    'one page that cannot be measured',
    duplex().map((each, at) => (at === 3 ? { ...each, page_name: null } : each)),
    2,
    ['有 1 个图像没有找到定位点'],
  ],
  ['nothing', [], 1, ['应有 2 个图像，实际 0 个']],
])('%s', ([, pages, sides, bad]) => {
  expect(badOf(judgePages(pages, sides, false))).toEqual(bad)
})

const outcome = (code: ScanFault | null, lastGoodSheet = 1) => ({
  fault: code === null ? null : new ScanError(code, ''),
  lastGoodSheet,
})

test.for<[step: 'double feed' | 'pull out' | 'empty', code: ScanFault | null, isGood: boolean]>([
  ['double feed', 'DOUBLE_FEED', true],
  ['double feed', 'JAMMED', true],
  ['double feed', null, false],
  ['double feed', 'NO_DOCS', false],
  ['double feed', 'DRIVER_CRASH', false],
  ['pull out', 'COVER_OPEN', true],
  ['pull out', 'INCOMPLETE_SHEET', true],
  ['pull out', null, false],
  ['pull out', 'NO_DOCS', false],
  ['pull out', 'DRIVER_HANG', false],
  ['empty', 'NO_DOCS', true],
  ['empty', 'JAMMED', false],
  ['empty', null, false],
])('%s that ends in %s: good %s', ([step, code, isGood]) => {
  const findings =
    step === 'double feed'
      ? judgeDoubleFeed(outcome(code))
      : step === 'pull out'
        ? judgePullOut(outcome(code), true)
        : judgeEmpty(outcome(code))
  expect(findings.every((finding) => finding.isGood)).toBe(isGood)
})

test('a scanner that has to be connected again after a jam says so', () => {
  expect(badOf(judgePullOut(outcome('JAMMED'), false))).toEqual(['之后扫描仪要重新连接'])
})

const CAPS: DeviceCaps = {
  sources: ['feeder', 'duplex'],
  modes: ['gray'],
  dpi: [150, 200, 300],
  maxArea: { widthMm: 216, heightMm: 356 },
  vendor: [],
}

test.for<[what: string, caps: Partial<DeviceCaps>, warnings: string[], bad: string[]]>([
  ['all is well', {}, ['没有这一项：背景'], []],
  ['glass alone', { sources: ['flatbed'] }, [], ['进纸：平板']],
  ['coarse', { dpi: { min: 50, max: 150, step: 1 } }, [], ['分辨率：50 到 150 dpi']],
  ['it says nothing', { sources: [], modes: [], dpi: null, maxArea: null }, [], []],
  ['no detector', {}, ['重张的超声波检测没有打开'], ['重张的超声波检测没有打开']],
])('%s', ([, caps, warnings, bad]) => {
  expect(badOf(judgeCaps({ ...CAPS, ...caps }, 'unknown', warnings))).toEqual(bad)
})
