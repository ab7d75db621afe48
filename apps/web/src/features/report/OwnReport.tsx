import {
  Button,
  Checkbox,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
} from '@blueprintjs/core'
import { OWN_METRICS, type OwnMetric, ownReport } from '@hengjuan/contracts'
import { compositeIndex, FormulaProblem } from '@hengjuan/domain'
import { filter, FilterField, Segmented, useUrlFilters } from '@hengjuan/ui'
import { useState } from 'react'
import { OwnTemplates } from './OwnTemplates.tsx'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'

const METRICS = Object.keys(OWN_METRICS) as OwnMetric[]
const NAMES = ['满分', ...METRICS.map((metric) => OWN_METRICS[metric].name)]
const BY = [
  { value: 'class', label: '班级' },
  { value: 'school', label: '学校' },
  { value: 'combo', label: '选科组合' },
] as const
const filters = {
  by: filter.oneOf(['class', 'school', 'combo'], 'class'),
  metrics: filter.text(),
  formula: filter.text(),
  index_name: filter.text(),
}

/** Rows and figures of one's choice, and an index by a formula; all of it is in the address. @source reports P15 */
export function OwnReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { by, metrics, formula, index_name } = values
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
      }}
      chips={formula === '' ? [] : [`${index_name || '综合指数'} = ${formula}`]}
      isHeated
      isSummary={(row) => row.is_reference}
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
              onSave={(next) => set(next)}
            />
          )}
          {reply && (
            <OwnTemplates
              table={{ by, metrics: reply.metrics.join(','), formula, index_name }}
              onTake={(table) =>
                set({
                  by: table.by,
                  metrics: table.metrics,
                  formula: table.formula,
                  index_name: table.index_name,
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
  onSave: (next: { metrics: string; formula: string; index_name: string }) => void
}) {
  const [draft, setDraft] = useState<{
    metrics: OwnMetric[]
    formula: string
    name: string
  } | null>(null)
  const problem = draft && problemOf(draft)
  return (
    <>
      <Button
        onClick={() =>
          setDraft({ metrics: [...props.metrics], formula: props.formula, name: props.name })
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
              <FormGroup label="综合指数的名称" labelFor="own-report-name">
                <InputGroup
                  id="own-report-name"
                  value={draft.name}
                  maxLength={20}
                  placeholder="综合指数"
                  onValueChange={(name) => setDraft({ ...draft, name })}
                />
              </FormGroup>
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
            </DialogBody>
            <DialogFooter
              actions={
                <Button
                  intent="primary"
                  disabled={problem !== null}
                  onClick={() => {
                    props.onSave({
                      metrics: draft.metrics.join(','),
                      formula: draft.formula.trim(),
                      index_name: draft.name.trim(),
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

/** The same that the server checks, said while one types. */
function problemOf(draft: { metrics: readonly OwnMetric[]; formula: string }): string | null {
  if (draft.metrics.length === 0) return '请至少选择一个指标'
  if (draft.formula.trim() === '') return null
  try {
    compositeIndex(draft.formula, NAMES)
    return null
  } catch (error) {
    if (error instanceof FormulaProblem) return error.message
    throw error
  }
}
