import { Button } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useLocation, useNavigate } from 'react-router'
import { entryOfHistory } from '../navigation/kept.ts'
import { PRINT } from './printing.ts'

/** Shows the page as it goes on paper, sorted as it is now. Back shows it as it was. */
export function PrintButton() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const open = () => {
    const query = new URLSearchParams(search)
    query.set(PRINT, '1')
    void navigate(`${pathname}?${query}`, { state: { keptFrom: entryOfHistory() } })
  }
  return (
    <Button variant="minimal" icon={<PrintIcon />} onClick={open}>
      打印
    </Button>
  )
}
