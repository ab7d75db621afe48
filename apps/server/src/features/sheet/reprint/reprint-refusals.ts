import type {
  BubbleField,
  OmrTemplate,
  SheetDesign,
  SheetQuestion,
  TemplatePage,
} from '@hengjuan/domain'

type Questions = Pick<SheetDesign, 'sections'>

/** Prints that are read side by side: each is one more to tell from the others. */
const MOST_PRINTS = 6

/**
 * Why a layout cannot be read beside the paper that is scanned already; empty when it can.
 *
 * Whatever is scanned keeps its answers, pictures and marks only if both prints ask the same questions on the
 * same page and cut them into the same parts; and a print is only told from another by the code that stands
 * between the same anchors.
 *
 * @source domain rules 5.4
 */
export function reprintRefusals(
  before: { design: Questions; template: OmrTemplate },
  after: { design: Questions; template: OmrTemplate },
): string[] {
  const content = contentRefusals(before.design, after.design)
  // A question that is gone is missing on its page as well.
  if (content.length > 0) return content
  const [was, is] = [before.template.pages, after.template.pages]
  if (was.length !== is.length) return [`页数由 ${was.length} 面变成 ${is.length} 面`]
  const frames = was.some((page, at) => !hasSameFrame(page, is[at] as TemplatePage))
  if (frames) return ['纸张、分栏或页边的定位点改变了']
  if (1 + (was[0]?.earlier?.length ?? 0) >= MOST_PRINTS)
    return [`这份答题卡已经印过 ${MOST_PRINTS} 版`]
  return was.flatMap((page, at) => pageRefusals(page, is[at] as TemplatePage))
}

/** What a mark is given for. */
const MARKED = {
  type: '题型',
  fullMilli: '分值',
  optionCount: '选项数',
  blockKey: '题块',
  scorePoints: '给分点',
  optionalGroup: '选做',
} as const satisfies Partial<Record<keyof SheetQuestion, string>>

function contentRefusals(before: Questions, after: Questions): string[] {
  const [was, is] = [questionsByNo(before), questionsByNo(after)]
  return [
    ...[...was.keys()].filter((no) => !is.has(no)).map((no) => `第 ${no} 题没有了`),
    ...[...is.keys()].filter((no) => !was.has(no)).map((no) => `增加了第 ${no} 题`),
    ...[...is].flatMap(([no, question]) => {
      const old = was.get(no)
      if (!old) return []
      return Object.entries(MARKED)
        .filter(
          ([key]) => !isSame(old[key as keyof SheetQuestion], question[key as keyof typeof old]),
        )
        .map(([, label]) => `第 ${no} 题的${label}改变了`)
    }),
  ]
}

const questionsByNo = ({ sections }: Questions): Map<string, SheetQuestion> =>
  new Map(sections.flatMap(({ questions }) => questions.map((one) => [one.no, one])))

const hasSameFrame = (a: TemplatePage, b: TemplatePage): boolean =>
  a.pageCode !== null &&
  b.pageCode !== null &&
  isSame([a.widthMm, a.heightMm], [b.widthMm, b.heightMm]) &&
  isSame(a.anchors, b.anchors) &&
  isSame(a.pageCode.cells, b.pageCode.cells)

function pageRefusals(was: TemplatePage, is: TemplatePage): string[] {
  const others = [
    [was.fields.map(fieldContent), is.fields.map(fieldContent), '填涂项'],
    [was.barcodes.map(({ id }) => id), is.barcodes.map(({ id }) => id), '条形码'],
    [idsOf(was.digitFields), idsOf(is.digitFields), '分数格'],
    [idsOf(was.wordGrids), idsOf(is.wordGrids), '作文格'],
    [areasOf(was), areasOf(is), '作答区'],
  ] as const
  return others.flatMap(([a, b, what]) => {
    if (isSame(a.toSorted(), b.toSorted())) return []
    const [first] = [...a.filter((one) => !b.includes(one)), ...b.filter((one) => !a.includes(one))]
    return [`第 ${was.page} 面的${what}变了${first === undefined ? '' : `（${nameOf(first)}）`}`]
  })
}

/** What a field asks, wherever its bubbles are. */
const fieldContent = ({ id, kind, multiple, fullMilli, bubbles }: BubbleField): string =>
  [
    id,
    kind,
    multiple,
    fullMilli ?? '',
    ...bubbles.map((one) => `${one.column}-${one.value}`).toSorted(),
  ].join(' ')

const idsOf = (parts: readonly { id: string }[] | undefined): string[] =>
  (parts ?? []).map(({ id }) => id)

const areasOf = ({ regions }: TemplatePage): string[] =>
  regions.filter(({ purpose }) => purpose === 'block').map(({ id }) => id)

/** A part as a person calls it: `choice:12` is question 12, `block:17:0` the area of 17. */
function nameOf(content: string): string {
  const [id = ''] = content.split(' ')
  const [kind, name] = id.split(':')
  if (name === undefined) return FIELD_NAMES[id] ?? id
  return kind === 'block' ? `题块 ${name}` : kind === 'optional' ? `选做 ${name}` : `第 ${name} 题`
}
const FIELD_NAMES: Readonly<Record<string, string>> = {
  examNo: '考号',
  absent: '缺考',
  misconduct: '违纪',
  paperVariant: '试卷类型',
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
