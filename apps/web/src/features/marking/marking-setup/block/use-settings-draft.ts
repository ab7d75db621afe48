import { formatMilli } from '@hengjuan/domain'
import { toast, useUnsaved } from '@hengjuan/ui'
import { useState } from 'react'
import { useCaller, useRefresh } from '@hengjuan/client/react'
import { blockSettingsGet, blockSettingsSet } from '@hengjuan/contracts'
import {
  copiedTolerances,
  pointProblem,
  sharedPoints,
  textsOf,
  tolerancesOf,
  usualOf,
} from './point-tolerances.ts'
import { groupProblem } from './SchoolGroups.tsx'
import type { School } from './school-gaps.ts'
import type { Block, Patch, SettingsField } from './settings-field.ts'
import { SETTINGS_FIELDS } from './settings-fields.ts'
import { changesOf, commonOf, copiedTo, copiedTogether, refusalOf } from './settings-form.ts'
import type { Allowed } from './tolerance-hint.ts'
import { type BlockPatch, othersChanges, undoingOf } from './settings-changes.ts'
import { useAskedSave } from './use-asked-save.tsx'

export interface SettingsProps {
  examId: number
  subjectId: number
  /** The blocks that are set; empty while closed. */
  blocks: readonly Block[]
  all: readonly Block[]
  schools: readonly School[]
  mayChange: boolean
  onSaved: () => void
  /** Begins anew with what is set now. */
  onReload: () => void
  onClose: () => void
}

/** Choice of what is usual, as a list has it: null, in the form. */
export const USUAL = 'usual'

/** Settings of blocks as they stand in the form: what is wanted, what stands against it, and what saving it changes. */
export function useSettingsDraft(props: SettingsProps) {
  const { mayChange } = props
  const undo = useUndoSettings(props.examId, props.subjectId)
  // As they were when the form was opened: what others change meanwhile is not changed back by what is saved here.
  const [blocks] = useState(props.blocks)
  const [wanted, setWanted] = useState<Patch>(() => commonOf(blocks))
  const [source, setSource] = useState<Block | null>(null)
  const [tolerance, setTolerance] = useState(() => toleranceText(blocks))
  const points = sharedPoints(blocks)
  const textsAsSet = () => textsOf(blocks.map(({ point_tolerances }) => point_tolerances))
  const [pointTexts, setPointTexts] = useState(textsAsSet)
  const isDouble = wanted.mark_mode !== 0
  const isShown = (field: SettingsField) =>
    (!field.forDouble || isDouble) && (!field.forRounding || wanted.round_step_milli !== 0)
  const isByPoint = isDouble && ['point', 'both'].includes(wanted.compare_scope ?? '')
  const save = useAskedSave((saved) => {
    const before = props.all
    toast.done('阅卷设置已保存', { text: '撤销', onClick: () => void undo(before, saved) })
    props.onSaved()
  })
  const typed = tolerance.trim() === '' ? undefined : Math.round(Number(tolerance) * 1000)
  const full = Math.min(...blocks.map(({ full_milli }) => full_milli))
  const problem =
    typed !== undefined && !(typed >= 0 && typed <= full)
      ? `误差阈值应在 0 到 ${formatMilli(full)} 之间`
      : ((isByPoint && points ? pointProblem(points, pointTexts) : null) ??
        groupProblem(wanted) ??
        SETTINGS_FIELDS.filter(isShown)
          .map((field) => refusalOf(field, wanted[field.key]))
          .find(Boolean) ??
        null)
  const wantedPoints = (block: Block) => {
    if (points) return tolerancesOf(block, pointTexts)
    return source ? copiedTolerances(source, block) : undefined
  }
  /** Nothing typed: what the source says, or what it is; twice instead of once, the server takes the usual one. */
  const wantedTolerance = (block: Block) =>
    typed ?? (source ? copiedTo(source, block).tolerance_milli : undefined)
  const allowedOf = (block: Block): Allowed => ({
    mode: wanted.mark_mode ?? block.mark_mode,
    scope: wanted.compare_scope ?? block.compare_scope,
    totalMilli:
      wantedTolerance(block) ??
      (block.mark_mode === 0 && block.tolerance_milli === 0
        ? block.default_tolerance_milli
        : block.tolerance_milli),
    pointsMilli: (wantedPoints(block) ?? block.point_tolerances).map(
      ({ tolerance_milli }) => tolerance_milli,
    ),
  })
  const changes = blocks.flatMap((block) => {
    const patch = changesOf(block, {
      ...wanted,
      tolerance_milli: isDouble ? wantedTolerance(block) : undefined,
      ...(isByPoint ? { point_tolerances: wantedPoints(block) } : {}),
    })
    return Object.keys(patch).length === 0 ? [] : [{ block_id: block.block_id, ...patch }]
  })
  useUnsaved(mayChange && !save.isSaved && (changes.length > 0 || problem !== null))
  const read = blocks.filter(({ reading_count }) => reading_count > 0)
  // Nobody has submitted anything there: once papers are taken back, everything can be changed.
  const held = read.filter(({ reading_count, held_count }) => reading_count === held_count)
  const refusal = mayChange ? null : '当前身份只能查看阅卷设置'
  const ruleRefusal =
    refusal ??
    (read.length < blocks.length
      ? null
      : held.length === blocks.length
        ? '试卷在教师手中，不能修改；暂停阅卷并收回后可以'
        : '已有评阅，不能修改；清空阅卷后可以')
  const refusedBy = (field: SettingsField): string | null =>
    (field.isRule ? ruleRefusal : refusal) ??
    (field.key === 'avoid_own_school' && wanted.mark_scope === 'own_school'
      ? '只评本校时不能回避本校'
      : null)
  const isNewlyDouble = blocks.every(
    ({ mark_mode, tolerance_milli }) => mark_mode + tolerance_milli === 0,
  )
  const change = ({ key, isText }: SettingsField, value: string) => {
    // Read twice instead of once: the usual tolerance stands there, to be changed.
    if (key === 'mark_mode' && wanted.mark_mode === 0 && value !== '0' && isNewlyDouble)
      setTolerance(usualTolerance(blocks))
    setWanted((now) => ({
      ...now,
      [key]: value === '' ? undefined : value === USUAL ? null : isText ? value : Number(value),
      // Who reads only the own school can not avoid it.
      ...(key === 'mark_scope' && value === 'own_school' ? { avoid_own_school: 0 } : {}),
      ...(key === 'mark_scope' && value !== 'own_school' && now.mark_scope === 'own_school'
        ? { avoid_own_school: blocks.some(({ is_joint }) => is_joint === 1) ? 1 : 0 }
        : {}),
    }))
  }
  /** Takes the settings of another block over; of none, what is set stands there again. */
  const copyFrom = (from: Block | null) => {
    setSource(from)
    setWanted(from ? copiedTogether(from, blocks) : commonOf(blocks))
    setTolerance(from ? '' : toleranceText(blocks))
    setPointTexts(
      from ? textsOf(blocks.map((block) => copiedTolerances(from, block))) : textsAsSet(),
    )
  }
  return {
    blocks,
    wanted,
    set: (patch: Patch) => setWanted((now) => ({ ...now, ...patch })),
    change,
    source,
    copyFrom,
    tolerance,
    setTolerance,
    points,
    pointTexts,
    setPointTexts,
    takeUsualPoints: () => setPointTexts(textsOf(blocks.map(usualOf))),
    allowedOf,
    isDouble,
    isByPoint,
    isNewlyDouble,
    isShown,
    /** Blocks with readings, and those of them of which all papers are still in hand. */
    read,
    held,
    refusal,
    ruleRefusal,
    refusedBy,
    problem,
    changes,
    /** What others set meanwhile of what would be changed. */
    news: othersChanges(blocks, changes, props.all),
    save,
  }
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>

/** The tolerance that all of the blocks have; empty where they differ. */
function toleranceText(blocks: readonly Block[]): string {
  const { tolerance_milli } = commonOf(blocks)
  return tolerance_milli === undefined ? '' : formatMilli(tolerance_milli)
}

/** The usual tolerance of blocks that are read twice from now on; empty where each has another. */
function usualTolerance(blocks: readonly Block[]): string {
  const usual = new Set(blocks.map((block) => block.default_tolerance_milli))
  const [only] = usual
  return usual.size === 1 && only !== undefined ? formatMilli(only) : ''
}

/** Takes saved settings of a subject back, as far as nobody has set them anew since. */
function useUndoSettings(examId: number, subjectId: number) {
  const { call } = useCaller()
  const refresh = useRefresh(blockSettingsGet)
  const on = { exam_id: examId, subject_id: subjectId }
  return async (before: readonly Block[], saved: readonly BlockPatch[]): Promise<void> => {
    try {
      const now = await call(blockSettingsGet, { query: on })
      const { blocks, stays } = undoingOf(before, saved, now.blocks)
      if (blocks.length > 0) await call(blockSettingsSet, { body: { ...on, blocks } })
      const rest = stays > 0 ? `${stays} 处已被他人修改，保持不变` : ''
      if (blocks.length > 0) toast.done(['已恢复原来的阅卷设置', rest].filter(Boolean).join('；'))
      else toast.note(rest)
    } catch (error) {
      toast.error(error)
    }
    await refresh()
  }
}
