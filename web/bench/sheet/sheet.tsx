import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The least there is to type into. */
function Input() {
  const [text, setText] = useState('')
  return <input aria-label="Bare" value={text} onChange={(event) => setText(event.target.value)} />
}

createRoot(document.getElementById('root')!).render(<Input />)
