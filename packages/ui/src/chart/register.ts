import { BoxAndWiskers, BoxPlotController } from '@sgratzl/chartjs-chart-boxplot'
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js'
import {
  BarWithErrorBar,
  BarWithErrorBarsController,
  LineWithErrorBarsController,
  PointWithErrorBar,
} from 'chartjs-chart-error-bars'
import { MatrixController, MatrixElement } from 'chartjs-chart-matrix'
import annotation from 'chartjs-plugin-annotation'
import { cellLabels } from './cell-labels.ts'
import { pointLabels } from './point-labels.ts'

Chart.register(
  BarController,
  BarElement,
  LineController,
  LineElement,
  PointElement,
  ScatterController,
  CategoryScale,
  LinearScale,
  Filler,
  Legend,
  Tooltip,
  BoxPlotController,
  BoxAndWiskers,
  BarWithErrorBarsController,
  BarWithErrorBar,
  LineWithErrorBarsController,
  PointWithErrorBar,
  MatrixController,
  MatrixElement,
  annotation,
  pointLabels,
  cellLabels,
)
