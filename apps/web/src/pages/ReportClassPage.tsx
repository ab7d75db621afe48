import { ClassReport } from '../features/report/index.ts'
import { useMay } from '../session/session-store.ts'

/** `/MainPage/reportDetail/averageGrades/class`: the classes compared. */
export const ReportClassPage = () => <ClassReport mayExport={useMay('report.export')} />
