import {
  Button,
  Checkbox,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
} from '@blueprintjs/core'
import {
  marksText,
  marksWords,
  OWN_METRICS,
  OWN_ROWS,
  type OwnMetric,
  ownReport,
  type OwnRows,
  readMarks,
  STANDARD_METRICS,
  type StandardMetric,
} from '@hengjuan/contracts'
import {
  compositeIndex,
  FormulaProblem,
  STANDARDISED,
  standardText,
  standardWeights,
} from '@hengjuan/domain'
import { filter, FilterField, Segmented, useUrlFilters } from '@hengjuan/ui'
import { useState } from 'react'
import { MarkInputs, marksIn, type TypedMarks, typedMarks } from './OwnMarks.tsx'
import { OwnTemplates } from './OwnTemplates.tsx'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'

const METRICS = Object.keys(OWN_METRICS) as OwnMetric[]
const NAMES = ['满分', ...METRICS.map((metric) => OWN_METRICS[metric].name)]
const STANDARD = (Object.keys(STANDARD_METRICS) as StandardMetric[]).map(
  (metric) => OWN_METRICS[metric].name,
)
const KINDS = [
  { value: 'formula', label: '公式' },
  { value: 'standard', label: '标准化加权' },
] as const
const ROWS = Object.keys(OWN_ROWS) as OwnRows[]
const BY = ROWS.map((value) => ({ value, label: OWN_ROWS[value] }))
const filters = {
  by: filter.oneOf(ROWS, 'class'),
  metrics: filter.text(),
  formula: filter.text(),
  index_name: filter.text(),
  marks: filter.text(),
}

/** Rows and figures of one's choice, and an index by a formula; all of it is in the address. @source reports P15 */
export function OwnReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { by, metrics, formula, index_name, marks } = values
  return (
    <ReportPage
      report={ownReport}
      page="own"
      mayExport={props.mayExport}
      rowKey={({ group, is_reference }) => (is_reference ? 'all' : `${group.kind} ${group.id}`)}
      query={{
        by,
        ...(metrics === '' ? {} : { metrics }),
        ...(formula === '' ? {} : { formula }),
        ...(index_name === '' ? {} : { index_name }),
        ...(marks === '' ? {} : { marks }),
      }}
      chips={[
        ...(formula === '' ? [] : [`${index_name || '综合指数'} = ${formula}`]),
        ...[...readMarks(marks)].map(
          ([metric, own]) => `着色：${OWN_METRICS[metric].name}${marksWords(own)}`,
        ),
      ]}
      isHeated
      isSummary={(row) => row.is_reference}
      {...(by === 'teacher'
        ? {
            empty: {
              title: '没有任课教师',
              text: '请选定一科；这科在成绩发布时要已在学校的任教安排里登记任课教师。',
            },
          }
        : {})}
      note="表的组成在地址里：收藏或转发这个地址即是同一张表"
      renderFilters={(reply) => (
        <>
          <FilterField label="按">
            <Segmented
              label="按什么分行"
              options={BY}
              value={by}
              onChange={(next) => set({ by: next })}
            />
          </FilterField>
          {reply && (
            <Builder
              metrics={reply.metrics}
              formula={formula}
              name={index_name}
              marks={reply.marks}
              onSave={(next) => set(next)}
            />
          )}
          {reply && (
            <OwnTemplates
              table={{
                by,
                metrics: reply.metrics.join(','),
                formula,
                index_name,
                marks: reply.marks,
              }}
              onTake={(table) =>
                set({
                  by: table.by,
                  metrics: table.metrics,
                  formula: table.formula,
                  index_name: table.index_name,
                  marks: table.marks ?? '',
                })
              }
            />
          )}
        </>
      )}
    />
  )
}

function Builder(props: {
  metrics: readonly OwnMetric[]
  formula: string
  name: string
  marks: string
  onSave: (next: { metrics: string; formula: string; index_name: string; marks: string }) => void
}) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const problem = draft && problemOf(draft)
  return (
    <>
      <Button
        onClick={() =>
          setDraft({
            metrics: [...props.metrics],
            ...startOf(props.formula),
            name: props.name,
            marks: typedMarks(props.marks),
          })
        }
      >
        选择指标
      </Button>
      <Dialog isOpen={draft !== null} onClose={() => setDraft(null)} title="自定义报表">
        {draft && (
          <>
            <DialogBody>
              <fieldset className={css['metricChoice']}>
                <legend>指标（按勾选先后排列）</legend>
                {METRICS.map((metric) => (
                  <Checkbox
                    key={metric}
                    label={OWN_METRICS[metric].name}
                    checked={draft.metrics.includes(metric)}
                    onChange={() =>
                      setDraft({
                        ...draft,
                        metrics: draft.metrics.includes(metric)
                          ? draft.metrics.filter((one) => one !== metric)
                          : [...draft.metrics, metric],
                      })
                    }
                  />
                ))}
              </fieldset>
              <MarkInputs
                metrics={draft.metrics}
                marks={draft.marks}
                onChange={(next) => setDraft({ ...draft, marks: next })}
              />
              <FormGroup label="综合指数的名称" labelFor="own-report-name">
                <InputGroup
                  id="own-report-name"
                  value={draft.name}
                  maxLength={20}
                  placeholder="综合指数"
                  onValueChange={(name) => setDraft({ ...draft, name })}
                />
              </FormGroup>
              <FormGroup label="算法">
                <Segmented
                  label="综合指数的算法"
                  options={KINDS}
                  value={draft.weights ? 'standard' : 'formula'}
                  onChange={(kind) =>
                    setDraft({ ...draft, weights: kind === 'standard' ? {} : null })
                  }
                />
              </FormGroup>
              {draft.weights ? (
                <WeightInputs
                  weights={draft.weights}
                  onChange={(weights) => setDraft({ ...draft, weights })}
                />
              ) : (
                <>
                  <FormGroup label="公式" labelFor="own-report-formula">
                    <InputGroup
                      id="own-report-formula"
                      value={draft.formula}
                      maxLength={300}
                      placeholder="0.4*得分率+0.2*优秀率+0.3*及格率+0.1*(1-低分率)"
                      onValueChange={(formula) => setDraft({ ...draft, formula })}
                    />
                  </FormGroup>
                  <p className={css['quiet']}>
                    可用 + − × ÷ 括号、min、max；分数以分计，比率以 0 到 1 计。指标：
                    {NAMES.join('、')}
                  </p>
                </>
              )}
            </DialogBody>
            <DialogFooter
              actions={
                <Button
                  intent="primary"
                  disabled={problem !== null}
                  onClick={() => {
                    props.onSave({
                      metrics: draft.metrics.join(','),
                      formula: formulaOf(draft),
                      index_name: draft.name.trim(),
                      marks: marksText(marksIn(draft)),
                    })
                    setDraft(null)
                  }}
                >
                  使用
                </Button>
              }
            >
              <span role="status" className={css['quiet']}>
                {problem}
              </span>
            </DialogFooter>
          </>
        )}
      </Dialog>
    </>
  )
}

interface Draft {
  metrics: OwnMetric[]
  formula: string
  /** What is typed as the percentage of each figure, by name; null where there is a formula. */
  weights: Record<string, string> | null
  name: string
  /** What is typed as the thresholds of each figure. */
  marks: Partial<Record<OwnMetric, TypedMarks>>
}

/** A formula as the dialog begins with it; one that cannot be read is shown as it is. */
function startOf(formula: string): Pick<Draft, 'formula' | 'weights'> {
  try {
    const parts = standardWeights(formula, STANDARD)
    return parts
      ? {
          formula: '',
          weights: Object.fromEntries(parts.map(({ name, weight }) => [name, String(weight)])),
        }
      : { formula, weights: null }
  } catch {
    return { formula, weights: null }
  }
}

function formulaOf({ formula, weights }: Draft): string {
  if (!weights) return formula.trim()
  const parts = partsIn(weights)
  return parts.length === 0 ? '' : standardText(parts)
}

const partsIn = (weights: Record<string, string>) =>
  STANDARD.flatMap((name) => {
    const weight = Number(weights[name])
    return Number.isFinite(weight) && weight > 0 ? [{ name, weight }] : []
  })

/** Percentages of an index of standardised figures. @source reports R14 */
function WeightInputs(props: {
  weights: Record<string, string>
  onChange: (weights: Record<string, string>) => void
}) {
  return (
    <fieldset className={css['weights']}>
      <legend>各项权重（%，合计 100；留空不计入）</legend>
      {STANDARD.map((name) => (
        <label key={name}>
          {name}
          <InputGroup
            type="number"
            min={0}
            max={100}
            value={props.weights[name] ?? ''}
            onValueChange={(value) => props.onChange({ ...props.weights, [name]: value })}
          />
        </label>
      ))}
      <p className={css['quiet']}>
        指数 = 50 + 10 × 各项在各行之间的标准分按权重相加；至少 4
        行。低分率、标准差与差异系数越小越好
      </p>
    </fieldset>
  )
}

/** The same that the server checks, said while one types. */
function problemOf(draft: Draft): string | null {
  if (draft.metrics.length === 0) return '请至少选择一个指标'
  const formula = formulaOf(draft)
  if (formula === '') return null
  try {
    if (!formula.startsWith(STANDARDISED)) compositeIndex(formula, NAMES)
    else if (!standardWeights(formula, STANDARD)) return '公式没有写完'
    return null
  } catch (error) {
    if (error instanceof FormulaProblem) return error.message
    throw error
  }
}
