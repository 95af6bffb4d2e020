import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './style.css'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <h1>Flightdeck</h1>
  </StrictMode>,
)
