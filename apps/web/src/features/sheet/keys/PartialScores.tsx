import { FormGroup, InputGroup } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import css from './keys.module.css'
import type { Part } from './KeyEditor.tsx'
import { Labelled, ScoreInput } from './KeyFields.tsx'

/** What an incomplete answer earns: one score for all, or by how many right options were chosen. */
export function PartialScores({ question, draft, set }: Part) {
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
