import { HTMLSelect } from '@blueprintjs/core'
import { AddIcon, SmallCrossIcon } from '@blueprintjs/icons'
import { ReasonButton, WithReason } from '@hengjuan/ui'
import { SETTLED_BY, type NearLineView, type RuleForm } from './rule-form.ts'
import css from './near-line.module.css'

/** Lines, how near to them, and which blocks. */
export function RuleFields(props: {
  form: RuleForm
  blocks: NearLineView['blocks']
  /** Why nothing can be changed; null when it can. */
  refusal: string | null
  onChange: (form: RuleForm) => void
}) {
  const { form, refusal, onChange } = props
  const isFixed = refusal !== null
  const setLine = (place: number, patch: Partial<RuleForm['lines'][number]>) =>
    onChange({
      ...form,
      lines: form.lines.map((line, at) => (at === place ? { ...line, ...patch } : line)),
    })
  return (
    <div className={css['fields']}>
      <div className={css['field']}>
        <span className={css['label']}>分数线</span>
        <div className={css['lines']}>
          {form.lines.map((line, place) => (
            // Lines have no name of their own until they are saved.
            <span key={place} className={css['line']}>
              <WithReason reason={refusal}>
                <input
                  aria-label={`第 ${place + 1} 条线的名称`}
                  value={line.name}
                  maxLength={20}
                  size={8}
                  disabled={isFixed}
                  placeholder="名称"
                  onChange={({ target }) => setLine(place, { name: target.value })}
                />
              </WithReason>
              <WithReason reason={refusal}>
                <input
                  aria-label={`${line.name || `第 ${place + 1} 条线`}的分数`}
                  value={line.total}
                  inputMode="decimal"
                  size={5}
                  disabled={isFixed}
                  onChange={({ target }) => setLine(place, { total: target.value })}
                />
              </WithReason>
              分
              <ReasonButton
                icon={<SmallCrossIcon />}
                variant="minimal"
                size="small"
                aria-label={`去掉${line.name || `第 ${place + 1} 条线`}`}
                reason={refusal}
                onClick={() =>
                  onChange({ ...form, lines: form.lines.filter((_, at) => at !== place) })
                }
              />
            </span>
          ))}
          {form.lines.length < 10 && (
            <ReasonButton
              size="small"
              variant="minimal"
              icon={<AddIcon />}
              reason={refusal}
              onClick={() => onChange({ ...form, lines: [...form.lines, { name: '', total: '' }] })}
            >
              添加一条
            </ReasonButton>
          )}
        </div>
      </div>
      <label className={css['field']}>
        <span className={css['label']}>范围</span>
        <span>
          总分在线上下{' '}
          <WithReason reason={refusal}>
            <input
              aria-label="总分在线上下多少分以内"
              value={form.window}
              inputMode="decimal"
              size={4}
              disabled={isFixed}
              onChange={({ target }) => onChange({ ...form, window: target.value })}
            />
          </WithReason>{' '}
          分以内（含）
        </span>
      </label>
      <div className={css['field']}>
        <span className={css['label']}>单评题块</span>
        <span>
          <WithReason reason={refusal}>
            <HTMLSelect
              aria-label="单评题块的两次评阅怎样定分"
              value={form.singleMode}
              disabled={isFixed}
              options={Object.entries(SETTLED_BY).map(([value, label]) => ({ value, label }))}
              onChange={({ currentTarget }) =>
                onChange({ ...form, singleMode: Number(currentTarget.value) })
              }
            />
          </WithReason>
          <small>按比例双评的题块用自己的评卷方式和误差阈值</small>
        </span>
      </div>
      {props.blocks.length > 1 && (
        <fieldset className={css['field']}>
          <legend className={css['label']}>题块</legend>
          <div className={css['blocks']}>
            {props.blocks.map(({ block_id, block_name }) => (
              <label key={block_id}>
                <WithReason reason={refusal}>
                  <input
                    type="checkbox"
                    disabled={isFixed}
                    checked={!form.without.includes(block_id)}
                    onChange={({ target }) =>
                      onChange({
                        ...form,
                        without: target.checked
                          ? form.without.filter((id) => id !== block_id)
                          : [...form.without, block_id],
                      })
                    }
                  />
                </WithReason>
                {block_name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}
