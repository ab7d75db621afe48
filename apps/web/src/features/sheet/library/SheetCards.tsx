import { SheetCard, type SheetAct, type SheetRow } from './SheetCard.tsx'
import css from './library.module.css'

/** Sheets as cards, as many in a row as fit. */
export function SheetCards(props: {
  sheets: readonly SheetRow[]
  mayDesign: boolean
  onAct: (act: SheetAct, sheet: SheetRow) => void
}) {
  return (
    <div className={css['cards']}>
      {props.sheets.map((sheet) => (
        <SheetCard
          key={sheet.sheet_id}
          sheet={sheet}
          mayDesign={props.mayDesign}
          onAct={props.onAct}
        />
      ))}
    </div>
  )
}
