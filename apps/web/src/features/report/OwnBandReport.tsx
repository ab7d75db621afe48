import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { ownBandReport } from '@hengjuan/contracts'
import type { OwnBandRow } from '@hengjuan/contracts'
import { MILLI_PER_POINT } from '@hengjuan/domain'
import { filter, useUrlFilters } from '@hengjuan/ui'
import { useState } from 'react'
import { type Band, KeptBands } from './KeptBands.tsx'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { ByChoice, useSides } from './SideChoice.tsx'

const filters = { bands: filter.text() }

/** Bands with names and ends of one's own; they are in the address. @source reports P08 */
export function OwnBandReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { bands } = values
  const sides = useSides()
  return (
    <ReportPage
      report={ownBandReport}
      page="ownBand"
      mayExport={props.mayExport}
      rowKey={({ from_milli }) => from_milli}
      query={{ ...(bands === '' ? {} : { bands }), ...sides.query }}
      chips={bands === '' ? ['按四率分段'] : ['自定义的分段']}
      renderFilters={(reply) => (
        <>
          {reply && (
            <BandEditor
              rows={reply.rows}
              full={reply.full_milli / MILLI_PER_POINT}
              onSave={(next) => set({ bands: JSON.stringify(next) })}
            />
          )}
          {reply && (
            <KeptBands
              sets={reply.sets}
              rows={reply.rows}
              isOwn={bands !== ''}
              onTake={(next) => set({ bands: JSON.stringify(next) })}
            />
          )}
          {bands !== '' && (
            <Button variant="minimal" onClick={() => set({ bands: '' })}>
              恢复按四率分段
            </Button>
          )}
          <ByChoice frame={reply} />
        </>
      )}
    />
  )
}

function BandEditor(props: {
  rows: readonly OwnBandRow[]
  full: number
  onSave: (bands: Band[]) => void
}) {
  const [draft, setDraft] = useState<Band[] | null>(null)
  const open = () =>
    setDraft(
      props.rows.map(({ name, from_milli, to_milli }) => [
        name,
        from_milli / MILLI_PER_POINT,
        to_milli / MILLI_PER_POINT,
      ]),
    )
  const change = (at: number, band: Band) =>
    setDraft((old) => old?.map((one, index) => (index === at ? band : one)) ?? null)
  const problem = draft && problemOf(draft, props.full)
  return (
    <>
      <Button onClick={open}>修改分段</Button>
      <Dialog
        isOpen={draft !== null}
        onClose={() => setDraft(null)}
        title={`自定义分段（满分 ${props.full}）`}
      >
        <DialogBody>
          <table className={css['bandEditor']}>
            <thead>
              <tr>
                <th scope="col">名称</th>
                <th scope="col">下限（含）</th>
                <th scope="col">上限（不含）</th>
                <th aria-label="操作" />
              </tr>
            </thead>
            <tbody>
              {draft?.map(([name, from, to], at) => (
                <tr key={at}>
                  <td>
                    <input
                      className="bp6-input"
                      aria-label={`第 ${at + 1} 段名称`}
                      value={name}
                      maxLength={20}
                      onChange={({ currentTarget }) => change(at, [currentTarget.value, from, to])}
                    />
                  </td>
                  <td>
                    <PointsInput
                      label={`第 ${at + 1} 段下限`}
                      value={from}
                      onChange={(next) => change(at, [name, next, to])}
                    />
                  </td>
                  <td>
                    <PointsInput
                      label={`第 ${at + 1} 段上限`}
                      value={to}
                      onChange={(next) => change(at, [name, from, next])}
                    />
                  </td>
                  <td>
                    <Button
                      variant="minimal"
                      onClick={() => setDraft(draft.filter((_, index) => index !== at))}
                    >
                      删除
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Button
            variant="minimal"
            onClick={() =>
              setDraft([...(draft ?? []), [`第 ${(draft?.length ?? 0) + 1} 段`, 0, 0]])
            }
          >
            增加一段
          </Button>
        </DialogBody>
        <DialogFooter
          actions={
            <Button
              intent="primary"
              disabled={problem !== null}
              onClick={() => {
                if (draft) props.onSave(draft)
                setDraft(null)
              }}
            >
              使用这些分段
            </Button>
          }
        >
          <span role="status" className={css['quiet']}>
            {problem}
          </span>
        </DialogFooter>
      </Dialog>
    </>
  )
}

const PointsInput = (props: {
  label: string
  value: number
  onChange: (value: number) => void
}) => (
  <input
    className="bp6-input"
    type="number"
    step="any"
    aria-label={props.label}
    value={props.value}
    onChange={({ currentTarget }) => props.onChange(Number(currentTarget.value))}
  />
)

/** The same that the server checks, said while one types. */
function problemOf(bands: readonly Band[], full: number): string | null {
  if (bands.length === 0) return '请至少填写一段'
  for (const [name, from, to] of bands) {
    if (name.trim() === '') return '有一段没有名称'
    if (from < 0 || to > full) return `「${name}」超出 0 到 ${full} 分`
    if (from >= to) return `「${name}」的下限应低于上限`
  }
  const sorted = bands.toSorted((a, b) => a[1] - b[1])
  return sorted.some(([, from], at) => from < (sorted[at - 1]?.[2] ?? 0)) ? '各段不能重叠' : null
}
