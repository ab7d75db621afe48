import type { Random } from '../random.ts'
import type { ChoiceTruth, MarkTruth } from '../truth.ts'
import type { DegradationName } from './catalogue.ts'
import type { HabitPlan, Recipe } from './recipe.ts'

/** Share of the questions on which a candidate shows a habit, and the least number of them. */
const SHARE = 0.12
const LEAST = 2

/** How candidates make their marks. Whatever a person would ask about is `doubtful` in the truth. */
export const habitRecipes = {
  halfFilled: {
    family: 'habit',
    label: '只涂了一部分',
    measure: '涂满的宽度占比',
    amounts: [1, 0.72, 0.5, 0.32],
    habit: (plan, share, random) =>
      eachSome(plan, random, 'halfFilled', share < 0.65, (choice) => {
        choice.marks = shaped(choice, 'half', share)
      }),
  },
  faintMark: {
    family: 'habit',
    label: '个别填涂偏浅',
    measure: '墨色深度（0 纸白，1 全黑）',
    amounts: [0.75, 0.42, 0.28, 0.17],
    habit: (plan, darkness, random) =>
      eachSome(plan, random, 'faintMark', darkness < 0.38, (choice) => {
        choice.marks = shaped(choice, 'faint', darkness)
      }),
  },
  ticked: {
    family: 'habit',
    label: '打勾代替填涂',
    measure: '勾的大小（占填涂框）',
    amounts: [1.4, 1.2, 1, 0.7],
    habit: (plan, size, random) =>
      eachSome(plan, random, 'ticked', true, (choice) => {
        choice.marks = shaped(choice, 'tick', size)
      }),
  },
  crossed: {
    family: 'habit',
    label: '打叉代替填涂',
    measure: '叉的大小（占填涂框）',
    amounts: [1.4, 1.2, 1, 0.7],
    habit: (plan, size, random) =>
      eachSome(plan, random, 'crossed', true, (choice) => {
        choice.marks = shaped(choice, 'cross', size)
      }),
  },
  circled: {
    family: 'habit',
    label: '画圈代替填涂',
    measure: '线宽（毫米）',
    amounts: [0.6, 0.5, 0.4, 0.3],
    habit: (plan, widthMm, random) =>
      eachSome(plan, random, 'circled', true, (choice) => {
        choice.marks = shaped(choice, 'circle', widthMm)
      }),
  },
  overflowing: {
    family: 'habit',
    label: '涂出框外',
    measure: '出框（毫米）',
    amounts: [0, 0.35, 0.7, 1.3],
    habit: (plan, spillMm, random) =>
      eachSome(plan, random, 'overflowing', spillMm > 1, (choice) => {
        choice.marks = shaped(choice, 'overflow', spillMm)
      }),
  },
  erasedRefilled: {
    family: 'habit',
    label: '擦除后改涂',
    measure: '擦痕深度（0 纸白，1 全黑）',
    amounts: [0, 0.08, 0.15, 0.28],
    habit: (plan, residue, random) =>
      eachSome(plan, random, 'erasedRefilled', residue > 0.2, (choice) => {
        const others = unmeant(plan, choice)
        if (others.length === 0) return
        choice.marks = shaped(choice, 'full')
        choice.marks.unshift({ value: random.pick(others), shape: 'erased', amount: residue })
      }),
  },
  smudged: {
    family: 'habit',
    label: '蹭脏',
    measure: '污迹深度（0 纸白，1 全黑）',
    amounts: [0, 0.15, 0.36, 0.5],
    habit: (plan, darkness, random) =>
      eachSome(plan, random, 'smudged', darkness > 0.22, (choice) => {
        const others = unmeant(plan, choice)
        if (others.length === 0) return
        choice.marks = shaped(choice, 'full')
        choice.marks.push({ value: random.pick(others), shape: 'smudge', amount: darkness })
      }),
  },
  doubleMarks: {
    family: 'habit',
    label: '单选题涂了两个',
    measure: '第二处与第一处的深浅比',
    amounts: [1, 1, 0.7, 0.5],
    habit: (plan, ratio, random) =>
      eachSome(plan, random, 'doubleMarks', true, (choice) => {
        const others = unmeant(plan, choice)
        if (plan.isMultiple(choice.questionNo) || others.length === 0) return false
        choice.marks = shaped(choice, 'full')
        choice.marks.push({ value: random.pick(others), shape: 'full', amount: ratio })
        return true
      }),
  },
  pencil: {
    family: 'habit',
    label: '普通铅笔（HB）',
    measure: '墨色深度（0 纸白，1 全黑）',
    amounts: [0.75, 0.62, 0.48, 0.34],
    pen: (pen, darkness) => ({
      ...pen,
      kind: 'pencilHB',
      ink: { ...pen.ink, darkness, grain: 0.28 },
    }),
  },
  ballPen: {
    family: 'habit',
    label: '圆珠笔（笔画稀疏）',
    measure: '笔画间的空隙（毫米）',
    amounts: [0, 0.1, 0.22, 0.4],
    pen: (pen, gapMm) => ({
      ...pen,
      kind: 'ballPen',
      ink: { darkness: 0.8, widthMm: 0.32, grain: 0.08 },
      gapMm,
    }),
  },
  gelPen: {
    family: 'habit',
    label: '中性笔（涂得潦草）',
    measure: '笔画偏离（毫米）',
    amounts: [0.15, 0.28, 0.42, 0.6],
    pen: (pen, sloppyMm) => ({
      ...pen,
      kind: 'gel',
      ink: { darkness: 0.92, widthMm: 0.5, grain: 0.03 },
      sloppyMm,
    }),
  },
  redPen: {
    family: 'habit',
    label: '红笔（灰度扫描）',
    measure: '红墨在灰度图中的深度（0 纸白，1 全黑）',
    amounts: [0.8, 0.55, 0.38, 0.2],
    pen: (pen, darkness) => ({
      ...pen,
      kind: 'red',
      ink: { darkness, widthMm: 0.5, grain: 0.05 },
    }),
  },
  faintEverywhere: {
    family: 'habit',
    label: '全卷都涂得很浅',
    measure: '墨色深度（0 纸白，1 全黑）',
    amounts: [0.75, 0.42, 0.3, 0.18],
    pen: (pen, darkness) => ({ ...pen, ink: { ...pen.ink, darkness } }),
  },
  unmarkedForm: {
    family: 'habit',
    label: '白卷（写了姓名，一处未涂）',
    measure: '有或无',
    amounts: [0, 1, 1, 1],
  },
} satisfies Record<string, Recipe>

/** Lets some of the answered questions, each at most once, be marked in another way. */
function eachSome(
  plan: HabitPlan,
  random: Random,
  because: DegradationName,
  isDoubtful: boolean,
  change: (choice: ChoiceTruth) => boolean | void,
): void {
  const answered = plan.choices.filter(
    ({ meant, because: taken }) => meant.length > 0 && taken === null,
  )
  const wanted = Math.max(LEAST, Math.round(answered.length * SHARE))
  for (let left = Math.min(wanted, answered.length); left > 0; left--) {
    const [choice] = answered.splice(random.integer(0, answered.length - 1), 1)
    if (!choice || change(choice) === false) continue
    choice.because = because
    choice.expect = isDoubtful ? 'doubtful' : 'clear'
  }
}

const shaped = ({ meant }: ChoiceTruth, shape: MarkTruth['shape'], amount?: number): MarkTruth[] =>
  meant.map((value) => ({ value, shape, ...(amount === undefined ? {} : { amount }) }))

const unmeant = (plan: HabitPlan, { questionNo, meant }: ChoiceTruth) =>
  plan.optionsOf(questionNo).filter((option) => !meant.includes(option))
