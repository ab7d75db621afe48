import { Button, HTMLSelect } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { usePrinting } from '../print/printing.ts'
import css from './pager.module.css'
import { type PagerPlace, pagesNear } from './pages-near.ts'

const SIZES = [20, 50, 100, 200]

/** Which part of a long list is shown: how many there are, the pages near this one, and how many a page has. */
export function Pager(
  props: PagerPlace & {
    /** Measure word of what is listed: 人, 场. */
    unit: string
    onPage: (page: number) => void
    onLimit: (limit: number) => void
  },
) {
  const { page, limit, total, onPage } = props
  const isPrinting = usePrinting()
  if (isPrinting)
    return (
      <p className={css['root']}>
        共 {total} {props.unit}
        {total > limit && `，第 ${(page - 1) * limit + 1}–${Math.min(total, page * limit)}`}
      </p>
    )
  const last = Math.max(1, Math.ceil(total / limit))
  return (
    <nav className={css['root']} aria-label="翻页">
      <span>
        共 {total} {props.unit}
        {total > 0 && `，第 ${(page - 1) * limit + 1}–${Math.min(total, page * limit)}`}
      </span>
      <span className={css['pages']}>
        <Button
          size="small"
          variant="minimal"
          icon={<ChevronLeftIcon />}
          aria-label="上一页"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pagesNear(page, last).map((one, index) =>
          one === null ? (
            <span key={`gap ${index}`} aria-hidden="true">
              …
            </span>
          ) : (
            <Button
              key={one}
              size="small"
              variant={one === page ? 'solid' : 'minimal'}
              active={one === page}
              aria-current={one === page ? 'page' : undefined}
              aria-label={`第 ${one} 页`}
              onClick={() => onPage(one)}
            >
              {String(one)}
            </Button>
          ),
        )}
        <Button
          size="small"
          variant="minimal"
          icon={<ChevronRightIcon />}
          aria-label="下一页"
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        />
      </span>
      <HTMLSelect
        minimal
        aria-label="每页条数"
        value={limit}
        onChange={({ currentTarget }) => props.onLimit(Number(currentTarget.value))}
        options={[...new Set([...SIZES, limit])]
          .toSorted((a, b) => a - b)
          .map((size) => ({ value: size, label: `每页 ${size}` }))}
      />
    </nav>
  )
}
