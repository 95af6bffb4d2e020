import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './data/client/query-client.ts'
import { askWhoIsThere } from './data/session/session.ts'
import { Gate } from './gate.tsx'
import './style.css'

askWhoIsThere()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Gate />
    </QueryClientProvider>
  </StrictMode>,
)
