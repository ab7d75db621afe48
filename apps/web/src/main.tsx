import '@hengjuan/ui/theme.css'
import { applyTheme, guardMovedPlaces } from '@hengjuan/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

applyTheme()
guardMovedPlaces()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
