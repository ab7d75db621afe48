import { Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import type { ReactNode } from 'react'
import {
  ITEM_STATUSES,
  type ItemStatus,
  type KeyDraft,
  type KeyQuestion,
  lettersOf,
} from './key-draft.ts'
import css from './keys.module.css'

/** Key, status and rule of one objective question. */
export function KeyEditor(props: {
  question: KeyQuestion
  draft: KeyDraft
  disabled: boolean
  onChange: (draft: KeyDraft) => void
}) {
  const { question, draft } = props
  const set = (change: Partial<KeyDraft>) => props.onChange({ ...draft, ...change })
  const isSingle = question.type === 1 || question.type === 13
  return (
    <fieldset className={css['editor']} disabled={props.disabled}>
      <FormGroup label="答案">
        <Letters
          label="答案"
          letters={lettersOf(question)}
          chosen={draft.letters}
          isSingle={isSingle}
          onChange={(letters) => set({ letters })}
        />
      </FormGroup>
      <FormGroup
        label="计分方式"
        labelFor="key-status"
        helperText={ITEM_STATUSES[draft.status].note}
      >
        <HTMLSelect
          id="key-status"
          value={draft.status}
          onChange={({ currentTarget }) => set({ status: currentTarget.value as ItemStatus })}
          options={Object.entries(ITEM_STATUSES).map(([value, { label }]) => ({ value, label }))}
        />
      </FormGroup>
      {isSingle && (
        <FormGroup label="可接受的答案" helperText="选中的都算对；不选时只有上面的答案算对">
          <Letters
            label="可接受的答案"
            letters={lettersOf(question)}
            chosen={draft.accept}
            isSingle={false}
            onChange={(accept) => set({ accept })}
          />
        </FormGroup>
      )}
      {question.type === 2 && <PartialScores question={question} draft={draft} set={set} />}
      {question.type === 99 && <OptionScores question={question} draft={draft} set={set} />}
    </fieldset>
  )
}

function Letters(props: {
  label: string
  letters: readonly string[]
  chosen: string
  isSingle: boolean
  onChange: (letters: string) => void
}) {
  const toggle = (letter: string): string => {
    if (props.isSingle) return letter
    return props.chosen.includes(letter)
      ? props.chosen.replace(letter, '')
      : [...props.chosen, letter].sort().join('')
  }
  return (
    <div className={css['letters']} role="group" aria-label={props.label}>
      {props.letters.map((letter) => (
        <button
          key={letter}
          type="button"
          aria-pressed={props.chosen.includes(letter)}
          onClick={() => props.onChange(toggle(letter))}
        >
          {letter}
        </button>
      ))}
    </div>
  )
}

interface Part {
  question: KeyQuestion
  draft: KeyDraft
  set: (change: Partial<KeyDraft>) => void
}

/** What an incomplete answer earns: one score for all, or by how many right options were chosen. */
function PartialScores({ question, draft, set }: Part) {
  const size = draft.letters.length
  return (
    <>
      <FormGroup
        label="也算全对的组合"
        labelFor="key-sets"
        helperText="除上面的答案外也得满分的组合，用顿号隔开，如 ABD、AD"
      >
        <InputGroup
          id="key-sets"
          maxLength={200}
          value={draft.acceptSets}
          onValueChange={(acceptSets) => set({ acceptSets })}
        />
      </FormGroup>
      <FormGroup label="漏选得分" labelFor="key-missing" helperText="选得都对但不全时得这么多分">
        <ScoreInput
          id="key-missing"
          value={draft.missing}
          onChange={(missing) => set({ missing })}
        />
      </FormGroup>
      {size > 1 && (
        <FormGroup
          label="按选对个数给分"
          helperText={`正确选项 ${size} 个；不填的按漏选得分，全对得 ${formatMilli(question.full_milli)} 分`}
        >
          <div className={css['row']}>
            {Array.from({ length: size - 1 }, (_, index) => {
              const place = `${size}-${index + 1}`
              return (
                <Labelled key={place} label={`选对 ${index + 1} 个`}>
                  <ScoreInput
                    value={draft.byCount[place] ?? ''}
                    onChange={(text) => set({ byCount: { ...draft.byCount, [place]: text } })}
                  />
                </Labelled>
              )
            })}
          </div>
        </FormGroup>
      )}
    </>
  )
}

/** Custom choice: what every option is worth, and which kinds of answer count at all. */
function OptionScores({ question, draft, set }: Part) {
  return (
    <>
      <FormGroup label="各选项得分" helperText="错误选项可以填负分；总分不低于 0、不高于满分">
        <div className={css['row']}>
          {lettersOf(question).map((letter) => (
            <Labelled key={letter} label={letter}>
              <ScoreInput
                value={draft.optionScores[letter] ?? ''}
                onChange={(text) =>
                  set({ optionScores: { ...draft.optionScores, [letter]: text } })
                }
              />
            </Labelled>
          ))}
        </div>
      </FormGroup>
      <Checkbox
        checked={draft.allowMissing}
        label="少选时按选项得分相加（否则 0 分）"
        onChange={({ currentTarget }) => set({ allowMissing: currentTarget.checked })}
      />
      <Checkbox
        checked={draft.allowError}
        label="有错选时按选项得分相加（否则 0 分）"
        onChange={({ currentTarget }) => set({ allowError: currentTarget.checked })}
      />
      <Checkbox
        checked={draft.allowExceed}
        label="多选时按选项得分相加（否则 0 分）"
        onChange={({ currentTarget }) => set({ allowExceed: currentTarget.checked })}
      />
    </>
  )
}

const Labelled = (props: { label: string; children: ReactNode }) => (
  <label className={css['labelled']}>
    <span>{props.label}</span>
    {props.children}
  </label>
)

const ScoreInput = (props: { id?: string; value: string; onChange: (text: string) => void }) => (
  <InputGroup
    {...(props.id ? { id: props.id } : {})}
    className={css['score'] ?? ''}
    inputMode="decimal"
    value={props.value}
    onValueChange={props.onChange}
    rightElement={<span className={css['unit']}>分</span>}
  />
)
