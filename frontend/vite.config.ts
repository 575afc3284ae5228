import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const backend = `http://localhost:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', cssCodeSplit: true, reportCompressedSize: false, chunkSizeWarningLimit: 700 },
  server: { port: 5173, proxy: { '/api': backend, '/docs': backend, '/metrics': backend } },
});
