import { useRoute } from '@hengjuan/client/react'
import { sheetDetail } from '@hengjuan/contracts'
import { svgAddress } from '../SheetPreview.tsx'
import css from './library.module.css'

const KEPT_MS = 300_000

/** The first page of a sheet, small. */
export function Thumbnail({ sheetId, version }: { sheetId: number; version: number }) {
  const { data, error } = useRoute(
    sheetDetail,
    { query: { sheet_id: sheetId, geometry: false } },
    { staleTime: KEPT_MS },
  )
  const [first] = data?.svg_pages ?? []
  if (first) return <img src={svgAddress(first)} alt="" key={version} />
  if (data || error) return <span className={css['noPicture']}>没有版面图</span>
  return <span className={`bp6-skeleton ${css['thumbWait']}`} />
}
