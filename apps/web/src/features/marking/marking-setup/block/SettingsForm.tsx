import { Button, Callout, InputGroup } from '@blueprintjs/core'
import { ProblemLine, ReasonButton, WithReason } from '@hengjuan/ui'
import { Fragment } from 'react'
import { ActLine, useRunningAct } from '../../../../acts/index.ts'
import { ChangesPreview } from './ChangesPreview.tsx'
import { CopySource } from './CopySource.tsx'
import { OthersChanged } from './OthersChanged.tsx'
import { PointTolerances } from './PointTolerances.tsx'
import { SchoolGapNote, SchoolGroups } from './SchoolGroups.tsx'
import { KEEP, SettingChoice } from './SettingChoice.tsx'
import { changeText, seenIn } from './settings-changes.ts'
import {
  BASIC_SETTINGS,
  type Block,
  SETTINGS_GROUPS,
  type SettingsField,
} from './settings-field.ts'
import { SETTINGS_FIELDS } from './settings-fields.ts'
import { pointHintOf } from './tolerance-hint.ts'
import { ToleranceHint, useGaps } from './ToleranceHint.tsx'
import { type SettingsDraft, type SettingsProps, useSettingsDraft } from './use-settings-draft.ts'
import css from './setup.module.css'

const GROUPS = Object.entries(SETTINGS_GROUPS) as [keyof typeof SETTINGS_GROUPS, string][]

/** What is set in all of the blocks, and what saving changes. */
export function SettingsForm(
  props: SettingsProps & { isMoreOpen: boolean; onMoreOpen: (isOpen: boolean) => void },
) {
  const { mayChange } = props
  const draft = useSettingsDraft(props)
  const { blocks, wanted, allowedOf, isDouble, isByPoint, refusal, ruleRefusal } = draft
  const { changes, news, problem, save } = draft
  const { act, reason: waiting } = useRunningAct(props.examId, {
    kinds: ['settings'],
    subjectId: props.subjectId,
    isSending: save.isPending,
  })
  const gaps = useGaps(blocks[0]?.block_id ?? 0, isByPoint && blocks.length === 1)
  const isBySchool =
    props.schools.length > 1 || wanted.mark_scope !== 'mixed' || wanted.avoid_own_school === 1
  const ids = new Set(blocks.map(({ block_id }) => block_id))
  const others = props.all.filter(({ block_id }) => !ids.has(block_id))
  const shown = SETTINGS_FIELDS.filter(
    (field) => draft.isShown(field) && (!field.forSchools || isBySchool),
  )
  const choices = (fields: readonly SettingsField[]) =>
    fields.map((field) => <SettingChoice key={field.key} field={field} draft={draft} />)
  const basic = shown.filter(({ key }) => BASIC_SETTINGS.includes(key))
  const choicesOf = (group: keyof typeof SETTINGS_GROUPS) =>
    choices(shown.filter((field) => field.group === group && !basic.includes(field)))
  return (
    <>
      {save.question}
      <form
        className={css['drawer']}
        onSubmit={(event) => {
          event.preventDefault()
          if (changes.length > 0 && problem === null && waiting === null)
            save.submit({
              exam_id: props.examId,
              subject_id: props.subjectId,
              blocks: seenIn(changes, props.all),
            })
        }}
      >
        <CopySource others={others} draft={draft} />
        <LockedNote read={draft.read} held={draft.held} />
        {choices(basic)}
        {isDouble && <ToleranceField draft={draft} />}
        {isByPoint && (
          <PointTolerances
            points={draft.points}
            texts={draft.pointTexts}
            hintOf={(point) =>
              blocks.length === 1 && blocks[0]
                ? pointHintOf(gaps.data, point, allowedOf(blocks[0]).pointsMilli[point] ?? 0)
                : ''
            }
            keep={blocks.length > 1 ? KEEP : '保持不变'}
            isCopied={draft.source !== null}
            refusal={ruleRefusal}
            onChange={draft.setPointTexts}
            onUsual={draft.takeUsualPoints}
          />
        )}
        {isDouble && <ToleranceHint blocks={blocks} allowedOf={allowedOf} />}
        <details
          className={css['more']}
          open={props.isMoreOpen}
          onToggle={({ currentTarget }) => props.onMoreOpen(currentTarget.open)}
        >
          <summary>
            更多设置
            <small>合成细则、阅卷页面、领取与回避、质量控制、三评与回评，一般不用改</small>
          </summary>
          <div>
            {GROUPS.map(([group, title]) => (
              <Fragment key={group}>
                {(group !== 'rule' || isDouble) && <h3 className={css['groupTitle']}>{title}</h3>}
                {choicesOf(group)}
                {group === 'share' && isBySchool && wanted.mark_scope === 'group' && (
                  <SchoolGroups
                    groups={wanted.school_groups ?? []}
                    schools={props.schools}
                    blocks={blocks}
                    refusal={refusal}
                    onChange={(school_groups) => draft.set({ school_groups })}
                  />
                )}
              </Fragment>
            ))}
          </div>
        </details>
        {isBySchool && <SchoolGapNote blocks={blocks} schools={props.schools} wanted={wanted} />}
        <div className={css['stickyFoot']}>
          {mayChange && news.length > 0 && (
            <OthersChanged
              title="其他人刚修改了同样的设置"
              news={news.map(changeText)}
              reloadText="载入最新设置"
              onReload={props.onReload}
            />
          )}
          {mayChange && <ChangesPreview blocks={blocks} changes={changes} />}
          <ProblemLine problem={problem ?? save.error} />
          {act && (
            <div className={css['running']}>
              <ActLine act={act} />
            </div>
          )}
          <Button onClick={props.onClose}>取消</Button>
          <ReasonButton
            type="submit"
            intent="primary"
            loading={save.isPending}
            reason={refusal ?? problem ?? (changes.length === 0 ? '没有修改' : waiting)}
          >
            {changes.length > 0 ? `保存到 ${changes.length} 个题块` : '保存'}
          </ReasonButton>
        </div>
      </form>
    </>
  )
}

const namesOf = (blocks: readonly Block[]): string =>
  blocks.map(({ block_name }) => block_name).join('、')

/** Blocks whose rules are fixed, and what would free them; nothing where there are none. */
function LockedNote(props: {
  /** With readings. */
  read: readonly Block[]
  /** Of these, where all readings are still in the hands of markers. */
  held: readonly Block[]
}) {
  const { read, held } = props
  if (read.length === 0) return null
  const marked = read.filter((block) => !held.includes(block))
  const reasons = [
    ...(marked.length > 0 ? [`${namesOf(marked)}已有评阅`] : []),
    ...(held.length > 0 ? [`${namesOf(held)}有试卷在教师手中（暂停阅卷并收回后可以修改）`] : []),
  ]
  return (
    <Callout compact intent="warning">
      {reasons.join('，')}，评卷方式、误差阈值、合成与取整不能修改，其余设置照常保存。
    </Callout>
  )
}

/** How far two readings may be apart. */
const ToleranceField = ({ draft }: { draft: SettingsDraft }) => (
  <div className={css['setting']}>
    <span>误差阈值（分）</span>
    <WithReason fill reason={draft.ruleRefusal}>
      <InputGroup
        aria-label="误差阈值（分）"
        inputMode="decimal"
        value={draft.tolerance}
        disabled={draft.ruleRefusal !== null}
        placeholder={draft.source || draft.isNewlyDouble ? '按满分取默认值' : KEEP}
        onValueChange={draft.setTolerance}
      />
    </WithReason>
  </div>
)
