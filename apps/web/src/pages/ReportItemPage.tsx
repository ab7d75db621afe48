import { ItemReport } from '../features/report/index.ts'
import { useMay } from '../session/session-store.ts'

/** `/MainPage/reportDetail/little`: rates of every question. */
export const ReportItemPage = () => <ItemReport mayExport={useMay('report.export')} />
