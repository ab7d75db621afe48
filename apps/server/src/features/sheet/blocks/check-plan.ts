import type { OmrTemplate, SheetDesign } from '@hengjuan/domain'
import {
  type BlockPlan,
  type PlannedBlock,
  printedAreas,
  sharedArea,
  subjectiveOf,
} from './block-plan.ts'

export interface PlanProblem {
  code: string
  /** Chinese: what is wrong and what to do. */
  message: string
  question_no: string | null
  block_key: string | null
  blocking: boolean
}

/** A picture smaller than this shows no answer, millimetres. */
const LEAST_MM = 4
/** A question of whose printed answer area less is inside the block's frames is most likely forgotten. */
const LEAST_COVERED = 0.5

/**
 * Everything that keeps a division from being marked: questions without a block, blocks without questions
 * or frames, frames off the paper. Not blocking: frames that leave a question's printed area out.
 *
 * @param printed template with the printed areas, before any plan
 */
export function checkPlan(
  design: SheetDesign,
  printed: OmrTemplate,
  plan: BlockPlan,
): PlanProblem[] {
  return [
    ...checkQuestions(design, plan),
    ...plan.flatMap((block) => checkBlock(printed, plan, block)),
    ...checkGroups(design, plan),
    ...checkCover(design, printed, plan),
  ]
}

/** What is wrong with blocks of a subject whose scores are imported: that there are any. */
export const noBlocks = (plan: BlockPlan): PlanProblem[] =>
  plan.slice(0, 1).map(({ block_key }) =>
    problem('NOT_MARKED', '成绩导入的科目不在这里评阅，不划分题块，请删除题块', {
      block: block_key,
    }),
  )

const problem = (
  code: string,
  message: string,
  at: { question?: string; block?: string },
  blocking = true,
): PlanProblem => ({
  code,
  message,
  question_no: at.question ?? null,
  block_key: at.block ?? null,
  blocking,
})

function checkQuestions(design: SheetDesign, plan: BlockPlan): PlanProblem[] {
  const subjective = subjectiveOf(design).map(({ no }) => no)
  const strangers = plan.flatMap((block) =>
    block.question_nos
      .filter((no) => !subjective.includes(no))
      .map((no) =>
        problem(
          'QUESTION_UNKNOWN',
          `题块「${block.name}」中的第 ${no} 题不是这份答题卡的主观题，请从题块中移出`,
          { question: no, block: block.block_key },
        ),
      ),
  )
  return [
    ...subjective.flatMap((no) => {
      const holders = plan.filter(({ question_nos }) => question_nos.includes(no))
      if (holders.length === 1) return []
      return [
        holders.length === 0
          ? problem('QUESTION_WITHOUT_BLOCK', `第 ${no} 题不属于任何题块，请为它选择题块`, {
              question: no,
            })
          : problem(
              'QUESTION_TWICE',
              `第 ${no} 题同时在题块${holders.map(({ name }) => `「${name}」`).join('、')}中，只能在一个题块中给分`,
              { question: no, block: holders[1]?.block_key ?? '' },
            ),
      ]
    }),
    ...strangers,
  ]
}

function checkBlock(printed: OmrTemplate, plan: BlockPlan, block: PlannedBlock): PlanProblem[] {
  const at = { block: block.block_key }
  const name = block.name.trim()
  const found: PlanProblem[] = []
  if (name === '') found.push(problem('BLOCK_WITHOUT_NAME', '有一个题块没有名称，请填写名称', at))
  const twin = plan.find(
    (one) => one !== block && (one.name.trim() === name || one.block_key === block.block_key),
  )
  if (name !== '' && twin && plan.indexOf(twin) < plan.indexOf(block))
    found.push(problem('BLOCK_NAME_TAKEN', `有两个题块都叫「${name}」，请改成不同的名称`, at))
  if (block.question_nos.length === 0)
    found.push(
      problem('BLOCK_WITHOUT_QUESTION', `题块「${name}」没有题目，请绑定题目或删除题块`, at),
    )
  // Answers that are given online come block by block, without a page to cut them from.
  if (block.regions.length === 0 && printed.pages.length > 0)
    found.push(problem('BLOCK_WITHOUT_REGION', `题块「${name}」没有框，请在答题卡上画框`, at))
  for (const [index, region] of block.regions.entries()) {
    const page = printed.pages.find((one) => one.page === region.page)
    const isOff =
      !page ||
      region.x_mm + region.width_mm > page.widthMm + 0.1 ||
      region.y_mm + region.height_mm > page.heightMm + 0.1
    if (isOff)
      found.push(
        problem('REGION_OFF_PAGE', `题块「${name}」的第 ${index + 1} 个框超出了纸面，请移回`, at),
      )
    else if (Math.min(region.width_mm, region.height_mm) < LEAST_MM)
      found.push(
        problem('REGION_TOO_SMALL', `题块「${name}」的第 ${index + 1} 个框太小，请放大或删除`, at),
      )
  }
  return found
}

/** Candidates choose among the questions of a group, so that one person has to see all of them. */
function checkGroups(design: SheetDesign, plan: BlockPlan): PlanProblem[] {
  const groups = Map.groupBy(
    subjectiveOf(design).filter(({ optionalGroup }) => optionalGroup),
    ({ optionalGroup }) => optionalGroup?.id ?? '',
  )
  return [...groups].flatMap(([id, questions]) => {
    const nos = questions.map(({ no }) => no)
    const holders = plan.filter(({ question_nos }) => nos.some((no) => question_nos.includes(no)))
    const alone = holders.length === 1 && holders[0]?.question_nos.every((no) => nos.includes(no))
    if (holders.length === 0 || alone) return []
    return [
      problem(
        'OPTIONAL_GROUP_SPLIT',
        `选做题 ${id} 组（第 ${nos.join('、')} 题）应独自成为一个题块，不能拆开或与别的题合并`,
        { question: nos[0] ?? '', block: holders[0]?.block_key ?? '' },
      ),
    ]
  })
}

function checkCover(design: SheetDesign, printed: OmrTemplate, plan: BlockPlan): PlanProblem[] {
  const areas = printedAreas(printed)
  return plan.flatMap((block) =>
    [...new Set(homesOf(design, block))].flatMap(([home, nos]) => {
      const own = areas.filter(({ region }) => region.blockKey === home)
      const whole = own.reduce((sum, { region }) => sum + region.widthMm * region.heightMm, 0)
      const covered = own.reduce(
        (sum, { page, region }) =>
          sum +
          block.regions
            .filter((one) => one.page === page)
            .reduce(
              (part, one) =>
                part +
                sharedArea(region, {
                  xMm: one.x_mm,
                  yMm: one.y_mm,
                  widthMm: one.width_mm,
                  heightMm: one.height_mm,
                }),
              0,
            ),
        0,
      )
      const isMissing = whole > 0 && block.regions.length > 0 && covered === 0
      const isPart = whole > 0 && covered < whole * LEAST_COVERED
      if (!isMissing && !(isPart && nos.length > 1)) return []
      return [
        problem(
          'QUESTION_OUTSIDE_FRAMES',
          `第 ${nos.join('、')} 题的作答区${isMissing ? '不' : '大部分不'}在题块「${block.name}」的框内，请检查框的位置`,
          { question: nos[0] ?? '', block: block.block_key },
          false,
        ),
      ]
    }),
  )
}

/** The printed block that each question of a drawn block was laid out in, with its questions. */
function homesOf(design: SheetDesign, block: PlannedBlock): Map<string, string[]> {
  const bound = subjectiveOf(design).filter(({ no }) => block.question_nos.includes(no))
  return new Map(
    [...Map.groupBy(bound, ({ no, blockKey }) => blockKey ?? `q${no}`)].map(([key, questions]) => [
      key,
      questions.map(({ no }) => no),
    ]),
  )
}
