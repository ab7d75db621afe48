import { SegmentReport } from '../features/report/index.ts'
import { useMay } from '../session/session-store.ts'

/** `/MainPage/reportDetail/gradeSection/score`: how many in each step of the score. */
export const ReportSegmentPage = () => <SegmentReport mayExport={useMay('report.export')} />
