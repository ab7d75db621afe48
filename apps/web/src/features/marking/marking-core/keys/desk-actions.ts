/** What keys can do on the marking page, in groups as the key map shows them. @source ui D2 (default keys) */
export const ACTION_GROUPS = [
  {
    title: '给分',
    actions: {
      submit: '确认并到下一给分点，给完后提交',
      full: '本给分点满分',
      fullAll: '整题满分',
      zero: '本给分点零分',
      zeroAll: '整题零分',
      up: '上一个给分点',
      down: '下一个给分点',
      clear: '清除本给分点',
      clearAll: '全部清除；正在批注时放下工具',
    },
  },
  {
    title: '试卷',
    actions: {
      previous: '上一份（回评）',
      takeBack: '收回重评，先用上一份打开',
      next: '下一份，暂不提交',
      undo: '撤销给分与批注；没有可撤销时回到上一份',
      redo: '重做',
      submitExcellent: '提交并标为优秀卷',
      excellent: '优秀卷',
      typical: '典型卷',
      typicalMistake: '典型错误',
      doubtful: '存疑',
      flagNote: '标记说明，先选标记',
      problem: '问题卷，再按 1–9 选原因',
      blank: '看似空白，网格中为选中的；按两次交空白卷核查',
      message: '给题组长写消息，可附上本卷；试卷仍在手中',
      rubric: '评分标准',
      whole: '整卷，再按一次返回',
      view: '单份、并列、网格',
      left: '并列、网格中的前一份',
      right: '并列、网格中的后一份',
      search: '查找本人评过的试卷',
    },
  },
  {
    title: '图像与批注',
    actions: {
      zoomIn: '放大',
      zoomOut: '缩小',
      fitWidth: '适合宽度',
      rotate: '旋转 90°',
      contrast: '图像加深（铅笔字迹浅时）：逐级，再按还原',
      beside: '续页并排或上下放',
      words: '作文：显示或隐藏字数线',
      scrollDown: '向下翻看；按住可拖动图像',
      scrollUp: '向上翻看',
      pen: '笔',
      tick: '勾',
      cross: '叉',
      half: '半勾',
      text: '文字',
      stamp: '带分印章',
      eraser: '橡皮',
      help: '显示或关闭本表',
    },
  },
  {
    title: '仲裁与问题卷',
    actions: {
      takeFirst: '取 A 的给分',
      takeSecond: '取 B 的给分',
      takeThird: '取 C 的给分',
      takeMean: '取先前评阅的均值',
      handBack: '问题卷退回其他教师，或恢复原状；仲裁卷打回评阅教师，或交给其他题组长',
      handBackSame: '问题卷退回提交人',
      benchmark: '选作标准卷，由题组长商定标准分',
      noMark: '问题卷按违纪处理或作废（0 分，须写原因）',
    },
  },
  {
    title: '给分依据',
    actions: {
      entryA: '给分依据第 1 条，再按一次取消',
      entryB: '给分依据第 2 条',
      entryC: '给分依据第 3 条',
      entryD: '给分依据第 4 条',
      entryE: '给分依据第 5 条',
      entryF: '给分依据第 6 条',
      entryG: '给分依据第 7 条',
      entryH: '给分依据第 8 条',
      entryI: '给分依据第 9 条',
      entryJ: '给分依据第 10 条',
      entryK: '给分依据第 11 条',
      entryL: '给分依据第 12 条',
      entryM: '给分依据第 13 条',
      entryN: '给分依据第 14 条',
      entryO: '给分依据第 15 条',
      entryP: '给分依据第 16 条',
      entryQ: '给分依据第 17 条',
      entryR: '给分依据第 18 条',
      entryS: '给分依据第 19 条',
      entryT: '给分依据第 20 条',
    },
  },
] as const

/** Keys of entries of the rubric, in the order in which the entries stand on the page. */
export const SLOT_ACTIONS = Object.keys(ACTION_GROUPS[4].actions) as readonly DeskAction[]

export const isSlot = (action: DeskAction): boolean => SLOT_ACTIONS.includes(action)

type Groups = (typeof ACTION_GROUPS)[number]['actions']
type KeysOfUnion<Union> = Union extends unknown ? keyof Union : never
export type DeskAction = KeysOfUnion<Groups>

/** What each action does, in the words of the key map. */
export const ACTION_TITLES = Object.assign(
  {},
  ...ACTION_GROUPS.map(({ actions }) => actions),
) as Record<DeskAction, string>

/** What goes on while its key is held down: steps that are seen as they are made, and lead nowhere else. */
const GOES_ON: ReadonlySet<DeskAction> = new Set<DeskAction>([
  'up',
  'down',
  'left',
  'right',
  'zoomIn',
  'zoomOut',
])

/**
 * Does a key act again and again while it is held down? One that gives, hands in or confirms acts once: a hand that
 * rests on it would mark the papers that follow unseen.
 */
export const goesOn = (action: DeskAction | undefined): boolean =>
  action !== undefined && GOES_ON.has(action)

/** Where keys are pressed: the marking page, that of arbitration and problem papers, or that of trial papers. */
export type KeyPage = 'marking' | 'leader' | 'trial'

const OF_LEADERS: ReadonlySet<string> = new Set(Object.keys(ACTION_GROUPS[3].actions))
/** What only somebody who marks one paper after another can do. */
const OF_MARKERS: ReadonlySet<string> = new Set<DeskAction>([
  'blank',
  'previous',
  'takeBack',
  'problem',
  'message',
  'view',
  'left',
  'right',
  'search',
])

/** What is done to a trial paper: scores, and looking at it. */
const OF_TRIALS: ReadonlySet<string> = new Set<DeskAction>([
  'submit',
  'full',
  'fullAll',
  'zero',
  'zeroAll',
  'up',
  'down',
  'clear',
  'clearAll',
  'rubric',
  'zoomIn',
  'zoomOut',
  'fitWidth',
  'rotate',
  'contrast',
  'scrollDown',
  'scrollUp',
  'help',
  ...SLOT_ACTIONS,
])

/** Does a key of this action do something on that page? */
export function isOnPage(action: DeskAction, page: KeyPage): boolean {
  if (page === 'trial') return OF_TRIALS.has(action)
  return page === 'marking' ? !OF_LEADERS.has(action) : !OF_MARKERS.has(action)
}
