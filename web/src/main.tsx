import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { required } from '../../client/src/required.ts'
import { queryClient } from './data/client/query-client.ts'
import { askWhoIsThere } from './data/session/session.ts'
import { Gate } from './gate.tsx'
import './style.css'

askWhoIsThere()
createRoot(required(document.getElementById('root'), 'place of the dashboard')).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Gate />
    </QueryClientProvider>
  </StrictMode>,
)
