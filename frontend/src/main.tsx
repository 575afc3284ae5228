import 'reflect-metadata';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './shared/styles/tokens.css';
import './shared/styles/base.css';

createRoot(document.getElementById('root')!).render(<StrictMode><main><h1>Tknest</h1></main></StrictMode>);
