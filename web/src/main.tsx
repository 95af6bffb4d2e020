import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { required } from '../../client/src/required.ts'
import { queryClient } from './data/client/query-client.ts'
import { askWhoIsThere } from './data/session/session.ts'
import { Gate } from './gate.tsx'
import './style.css'

const patienceMs = 150

const place = createRoot(required(document.getElementById('root'), 'place of the dashboard'))
// Who is there is mostly known by now: then what is drawn first is what they came for. Otherwise it says soon that it waits.
await Promise.race([askWhoIsThere(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
place.render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Gate />
    </QueryClientProvider>
  </StrictMode>,
)
