import { Checkbox, FormGroup, HTMLSelect } from '@blueprintjs/core'
import {
  ITEM_STATUSES,
  type ItemStatus,
  type KeyDraft,
  type KeyQuestion,
  lettersOf,
} from './key-draft.ts'
import css from './keys.module.css'
import { PartialScores } from './PartialScores.tsx'
import { Labelled, ScoreInput } from './KeyFields.tsx'

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

export interface Part {
  question: KeyQuestion
  draft: KeyDraft
  set: (change: Partial<KeyDraft>) => void
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
