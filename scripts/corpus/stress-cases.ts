import type { Degradation } from '@hengjuan/scan-simulator'

/** What happened to the sheets of one reader: rejected, silently wrong bubbles, or the program stopped. */
export interface PeerResult {
  rejected: number
  wrong: number
  crashed?: boolean
  /** Did not take part. */
  absent?: boolean
}

export interface StressCase {
  id: string
  /** Chinese, for the table. */
  label: string
  degradations: Degradation[]
  /** FormScanner (5 sheets), OMRChecker (the same 5), Auto Multiple Choice (10), open-mcr (8). */
  peers: [PeerResult, PeerResult, PeerResult, PeerResult]
}

const r = (rejected: number, wrong = 0): PeerResult => ({ rejected, wrong })
const w = (wrong: number): PeerResult => ({ rejected: 0, wrong })
const ok: PeerResult = { rejected: 0, wrong: 0 }
const crash: PeerResult = { rejected: 5, wrong: 0, crashed: true }
const none: PeerResult = { rejected: 0, wrong: 0, absent: true }

function stress(
  label: string,
  name: Degradation['name'],
  strength: number,
  ...peers: StressCase['peers']
): StressCase {
  return { id: `${name}-${strength}`, label, degradations: [{ name, strength }], peers }
}

/**
 * The 27 troubles of the study of other readers, each as one degradation, with what those readers did.
 *
 * The strengths are those whose amount the study used.
 */
export const stressCases: StressCase[] = [
  stress('填涂对比度 60 %', 'markContrast', 1, w(211), ok, ok, ok),
  stress('填涂对比度 40 %', 'markContrast', 2, w(238), ok, ok, ok),
  stress('填涂对比度 25 %', 'markContrast', 3, w(238), ok, r(10), ok),
  stress('灰色纸（反射 70 %）', 'greyPaper', 2, w(1), ok, ok, ok),
  stress('光照向一侧降到 55 %', 'lightFall', 2, w(1), ok, r(10), r(8)),
  stress('JPEG 质量 20', 'jpeg', 2, w(1), ok, ok, ok),
  stress('JPEG 质量 5', 'jpeg', 3, w(1), ok, ok, ok),
  stress('模糊，σ 0.35 毫米', 'blur', 3, w(1), ok, ok, r(7, 45)),
  stress('黑白二值（大津阈值）', 'bilevel', 1, w(1), ok, ok, w(14)),
  stress('有序抖动', 'dither', 2, w(1), ok, ok, r(1, 2)),
  stress('1 % 黑白噪点', 'saltAndPepper', 2, w(1), ok, ok, ok),
  stress('歪斜 1°', 'rotation', 1, w(1), ok, ok, w(1)),
  stress('歪斜 3°', 'rotation', 2, w(1), ok, ok, ok),
  stress('倒放', 'quarterTurn', 1, w(236), w(279), ok, ok),
  stress('横放 90°', 'quarterTurn', 2, crash, w(274), r(10), ok),
  stress('黑色扫描背景，歪斜 2°', 'blackBackground', 2, w(246), ok, ok, ok),
  stress('按 95 % 打印', 'printScale', 2, w(1), ok, ok, w(1)),
  stress('分辨率减半', 'halfResolution', 2, w(1), ok, ok, r(2, 4)),
  stress('下半页走纸慢 1 %', 'slowFeed', 2, w(1), w(1), ok, w(2)),
  stress('走纸打滑 1 毫米（正弦）', 'slip', 2, w(12), ok, ok, w(3)),
  stress('透视 2 %', 'perspective', 2, w(238), ok, w(2), w(71)),
  stress('缺一个定位点', 'markMissing', 1, crash, r(5), ok, r(8)),
  stress('缺两个定位点', 'markMissing', 2, crash, r(5), r(10), r(8)),
  stress('折角压住定位点', 'foldedOver', 1, w(234), r(5), ok, r(8)),
  stress('定位点旁有墨团', 'blob', 2, w(1), ok, ok, r(1)),
  stress('3 像素条纹', 'streak', 2, w(1), ok, ok, w(1)),
  stress('未填涂的干净卡', 'unmarkedForm', 1, ok, ok, none, w(22)),
]

/** Whether some reader of the study took all its sheets, so that ours must. */
export const mustBeRead = ({ peers }: StressCase) =>
  peers.some(({ rejected, absent }) => rejected === 0 && !absent)
