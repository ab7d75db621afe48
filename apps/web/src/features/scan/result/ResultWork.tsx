import { Button } from '@blueprintjs/core'
import { SheetFacts, SheetViewer } from '@hengjuan/scan-review'
import { EmptyState } from '@hengjuan/ui'
import { formatMilli, PAPER_STATES } from '@hengjuan/domain'
import { placeKey, type Result } from './draft.ts'
import { ResultRows } from './ResultRows.tsx'
import { type ResultProps, useResultDrafts, without } from './use-result-drafts.ts'
import { SaveResult } from './SaveResult.tsx'
import css from './result.module.css'

/** The sheet beside what was read from it: letters and digits change the marked row, one save takes all. */
export function ResultWork(props: ResultProps) {
  const { result, decisions } = props
  const {
    places,
    picked,
    setPicked,
    drafts,
    setDrafts,
    reason,
    setReason,
    reasonField,
    list,
    current,
    sheet,
    canEdit,
    holder,
    take,
    changed,
    outdated,
    put,
    save,
  } = useResultDrafts(props)
  if (!sheet) return <EmptyState title="没有答题卡" />
  const regions = places
    .filter(({ sheet_id }) => sheet_id === sheet.sheet_id)
    .toSorted((a, b) => Number(b === current) - Number(a === current))
    .flatMap((place) =>
      place.quad === null
        ? []
        : [
            {
              page_seq: place.page_seq,
              label: '',
              quad: place.quad,
              tone: place === current && picked !== null ? ('error' as const) : ('info' as const),
            },
          ],
    )
  return (
    <div className={css['body']}>
      <div className={css['paper']}>
        <SheetViewer
          key={`${sheet.sheet_id} ${picked === null ? '' : current?.page_seq}`}
          sheet={sheet}
          regions={regions}
        />
      </div>
      <div className={css['side']}>
        {result.is_published && (
          <p className={css['note']}>成绩已发布，这里只能查看；如需修改，请先撤回发布。</p>
        )}
        {holder && (
          <p className={css['note']}>
            {holder.name} 正在处理这张答题卡，您的修改暂时不能保存。
            <Button size="small" variant="minimal" onClick={() => take(sheet.sheet_id)}>
              接手
            </Button>
          </p>
        )}
        {outdated.size > 0 && (
          <p className={css['note']}>
            {outdated.size} 处在您修改期间被他人改动，没有保存，请对照图像重新确认。
            <Button
              size="small"
              variant="minimal"
              onClick={() => setDrafts(without(drafts, outdated))}
            >
              知道了
            </Button>
          </p>
        )}
        <div className={css['scroll']} ref={list}>
          <ResultTotals result={result} />
          {places.length === 0 ? (
            <EmptyState title="没有可修改的作答">这张答题卡还没有定位，或没有客观题。</EmptyState>
          ) : (
            <ResultRows
              places={places}
              drafts={without(drafts, outdated)}
              changed={changed}
              current={current ? placeKey(current) : null}
              canEdit={canEdit}
              onPick={setPicked}
              onDraft={put}
            />
          )}
          <ResultBlocks result={result} />
          {result.sheets.map((one) => (
            <SheetFacts
              key={one.sheet_id}
              sheet={one}
              decisions={decisions}
              hasEvidence={false}
              isFinal={result.is_published}
            />
          ))}
        </div>
        {canEdit && (
          <SaveResult
            reason={reason}
            onReason={setReason}
            reasonField={reasonField}
            count={changed.size}
            decisions={decisions}
            onSave={() => void save()}
          />
        )}
      </div>
    </div>
  )
}

/** The parts of the total. */
function ResultTotals({ result }: { result: Result }) {
  return (
    <section className={css['totals']}>
      <dl>
        <div>
          <dt>客观题</dt>
          <dd>{points(result.objective_milli)}</dd>
        </div>
        <div>
          <dt>主观题</dt>
          <dd>{points(result.subjective_milli)}</dd>
        </div>
        <div>
          <dt>总分</dt>
          <dd data-testid="result-total">{points(result.total_milli)}</dd>
        </div>
      </dl>
      {result.marks_hidden && <small>成绩发布之前只对负责阅卷和成绩的人员显示得分</small>}
    </section>
  )
}

/** The blocks that are marked on screen: these change by marking only. */
const ResultBlocks = ({ result }: { result: Result }) =>
  result.blocks.length === 0 ? null : (
    <section className={css['totals']}>
      <h3>
        主观题块<small>由阅卷产生，请通过阅卷、仲裁或成绩核查修改</small>
      </h3>
      <ul className={css['blocks']} aria-label="主观题块">
        {result.blocks.map((block) => (
          <li key={block.block_id}>
            <span>{block.name}</span>
            <small>{PAPER_STATES[block.state as keyof typeof PAPER_STATES]}</small>
            <b>
              {points(block.final_milli)}
              <small>/{formatMilli(block.full_milli)}</small>
            </b>
          </li>
        ))}
      </ul>
    </section>
  )

const points = (milli: number | null): string => (milli === null ? '—' : formatMilli(milli))
