import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import { ReasonButton, sentenceOf, toast, useUnsaved, WithReason } from '@hengjuan/ui'
import { Fragment, useState } from 'react'
import { ChangesPreview } from './ChangesPreview.tsx'
import { FreeChoice } from './FreeChoice.tsx'
import {
  copiedTolerances,
  pointProblem,
  sharedPoints,
  textsOf,
  tolerancesOf,
  usualOf,
} from './point-tolerances.ts'
import { LockedNote } from './LockedNote.tsx'
import { PointTolerances } from './PointTolerances.tsx'
import {
  type Block,
  type Patch,
  SETTINGS_FIELDS,
  SETTINGS_GROUPS,
  type SettingsField,
} from './settings-fields.ts'
import { changesOf, commonOf, copiedTo, copiedTogether, refusalOf } from './settings-form.ts'
import { type Allowed, pointHintOf } from './tolerance-hint.ts'
import { ToleranceHint, useGaps } from './ToleranceHint.tsx'
import { QualifySource } from './QualifySource.tsx'
import { groupProblem, SchoolGapNote, SchoolGroups } from './SchoolGroups.tsx'
import type { School } from './school-gaps.ts'
import { useAskedSave } from './use-asked-save.tsx'
import { useUndoSettings } from './use-undo-settings.ts'
import { UsualAvoidance } from './UsualAvoidance.tsx'
import css from './setup.module.css'

const KEEP = '各不相同（保持不变）'
/** Choice of what is usual, as a list has it: null, in the form. */
const USUAL = 'usual'

export interface SettingsProps {
  examId: number
  subjectId: number
  /** The blocks that are set; empty while closed. */
  blocks: readonly Block[]
  all: readonly Block[]
  schools: readonly School[]
  mayChange: boolean
  onSaved: () => void
  onClose: () => void
}

/** What is set in all of the blocks, and what saving changes. */
export function SettingsForm(props: SettingsProps) {
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
  const gaps = useGaps(blocks[0]?.block_id ?? 0, isByPoint && blocks.length === 1)
  const save = useAskedSave((saved) => {
    toast.done('阅卷设置已保存', { text: '撤销', onClick: () => void undo(blocks, saved) })
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
  const isBySchool =
    props.schools.length > 1 || wanted.mark_scope !== 'mixed' || wanted.avoid_own_school === 1
  const ids = new Set(blocks.map(({ block_id }) => block_id))
  const others = props.all.filter(({ block_id }) => !ids.has(block_id))
  const shownOf = (group: keyof typeof SETTINGS_GROUPS) =>
    SETTINGS_FIELDS.filter(
      (field) => field.group === group && isShown(field) && (!field.forSchools || isBySchool),
    )
  const choice = (field: SettingsField) => (
    <div key={field.key} className={css['setting']}>
      <span>{field.label}</span>
      {field.free ? (
        <FreeChoice
          key={source?.block_id}
          field={{ ...field, free: field.free }}
          value={wanted[field.key] as number | undefined}
          keep={KEEP}
          refusal={refusedBy(field)}
          onChange={(value) => setWanted((now) => ({ ...now, [field.key]: value }))}
        />
      ) : (
        <WithReason fill reason={refusedBy(field)}>
          <HTMLSelect
            fill
            aria-label={field.label}
            value={wanted[field.key] === null ? USUAL : String(wanted[field.key] ?? '')}
            disabled={refusedBy(field) !== null}
            options={[
              ...(wanted[field.key] === undefined ? [{ value: '', label: KEEP }] : []),
              ...optionsOf(field, wanted[field.key]),
            ]}
            onChange={({ currentTarget }) => change(field, currentTarget.value)}
          />
        </WithReason>
      )}
      {field.key === 'qualify' && <QualifySource blocks={blocks} wanted={wanted.qualify} />}
      {field.key === 'avoid_own_class' && wanted.avoid_own_class === null && (
        <UsualAvoidance blocks={blocks} />
      )}
    </div>
  )
  return (
    <>
      {save.question}
      <form
        className={css['drawer']}
        onSubmit={(event) => {
          event.preventDefault()
          if (changes.length > 0 && problem === null)
            save.submit({ exam_id: props.examId, subject_id: props.subjectId, blocks: changes })
        }}
      >
        {others.length > 0 && (
          <div className={css['setting']}>
            <span>复制设置自</span>
            <WithReason fill reason={refusal}>
              <HTMLSelect
                fill
                aria-label="复制设置自"
                value={source?.block_id ?? ''}
                disabled={refusal !== null}
                options={[
                  { value: '', label: '不复制' },
                  ...others.map(({ block_id, block_name }) => ({
                    value: block_id,
                    label: block_name,
                  })),
                ]}
                onChange={({ currentTarget }) => {
                  const from =
                    others.find(({ block_id }) => block_id === Number(currentTarget.value)) ?? null
                  setSource(from)
                  // Nothing is taken over any more: what is set stands there again.
                  setWanted(from ? copiedTogether(from, blocks) : commonOf(blocks))
                  setTolerance(from ? '' : toleranceText(blocks))
                  setPointTexts(
                    from
                      ? textsOf(blocks.map((block) => copiedTolerances(from, block)))
                      : textsAsSet(),
                  )
                }}
              />
            </WithReason>
          </div>
        )}
        {source && (
          <p className={css['need']}>
            「作文至少」和「种子卷各给分点」随题目而定，不复制；满分不同的题块，误差阈值按其满分取默认值。
          </p>
        )}
        <LockedNote read={read} held={held} />
        <h3 className={css['groupTitle']}>{SETTINGS_GROUPS.rule}</h3>
        {shownOf('rule').map(choice)}
        {isDouble && (
          <div className={css['setting']}>
            <span>误差阈值（分）</span>
            <WithReason fill reason={ruleRefusal}>
              <InputGroup
                aria-label="误差阈值（分）"
                inputMode="decimal"
                value={tolerance}
                disabled={ruleRefusal !== null}
                placeholder={source || isNewlyDouble ? '按满分取默认值' : KEEP}
                onValueChange={setTolerance}
              />
            </WithReason>
          </div>
        )}
        {isByPoint && (
          <PointTolerances
            points={points}
            texts={pointTexts}
            hintOf={(point) =>
              blocks.length === 1 && blocks[0]
                ? pointHintOf(gaps.data, point, allowedOf(blocks[0]).pointsMilli[point] ?? 0)
                : ''
            }
            keep={blocks.length > 1 ? KEEP : '保持不变'}
            isCopied={source !== null}
            refusal={ruleRefusal}
            onChange={setPointTexts}
            onUsual={() => setPointTexts(textsOf(blocks.map(usualOf)))}
          />
        )}
        {isDouble && <ToleranceHint blocks={blocks} allowedOf={allowedOf} />}
        {(['page', 'share'] as const).map((group) => (
          <Fragment key={group}>
            <h3 className={css['groupTitle']}>{SETTINGS_GROUPS[group]}</h3>
            {shownOf(group).map(choice)}
          </Fragment>
        ))}
        {isBySchool && (
          <>
            {wanted.mark_scope === 'group' && (
              <SchoolGroups
                groups={wanted.school_groups ?? []}
                schools={props.schools}
                blocks={blocks}
                refusal={refusal}
                onChange={(school_groups) => setWanted((now) => ({ ...now, school_groups }))}
              />
            )}
            <SchoolGapNote blocks={blocks} schools={props.schools} wanted={wanted} />
          </>
        )}
        {(['quality', 'later'] as const).map((group) => (
          <Fragment key={group}>
            <h3 className={css['groupTitle']}>{SETTINGS_GROUPS[group]}</h3>
            {shownOf(group).map(choice)}
          </Fragment>
        ))}
        <div className={css['stickyFoot']}>
          {mayChange && <ChangesPreview blocks={blocks} changes={changes} />}
          {(problem !== null || save.error) && (
            <p className={css['importError']} role="alert">
              {problem ?? sentenceOf(save.error)}
            </p>
          )}
          <Button onClick={props.onClose}>取消</Button>
          <ReasonButton
            type="submit"
            intent="primary"
            loading={save.isPending}
            reason={refusal ?? problem ?? (changes.length === 0 ? '没有修改' : null)}
          >
            {changes.length > 0 ? `保存到 ${changes.length} 个题块` : '保存'}
          </ReasonButton>
        </div>
      </form>
    </>
  )
}

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

/** The choices, with what is set now where it is none of them. */
function optionsOf(field: SettingsField, value: Patch[SettingsField['key']]) {
  const options = [
    ...(field.usual === undefined ? [] : [{ value: USUAL, label: field.usual }]),
    ...Object.entries(field.options).map(([key, label]) => ({ value: key, label })),
  ]
  const isKnown = value == null || options.some((option) => option.value === String(value))
  return isKnown ? options : [{ value: String(value), label: String(value) }, ...options]
}
