# The backend with the built frontend. What builds is not what runs: the frontend's packages stand in its built files.
FROM node:22-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY contracts/package.json contracts/
COPY backend/package.json backend/
COPY frontend/package.json frontend/
COPY sandbox/package.json sandbox/

FROM manifests AS build
RUN npm ci --include=dev
COPY . .
RUN node scripts/build.mjs

FROM manifests AS packages
RUN npm ci --omit=dev --workspace=backend --workspace=contracts

FROM node:22-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages --chown=node:node /app/node_modules node_modules
COPY --from=build --chown=node:node /app/contracts contracts
COPY --from=build --chown=node:node /app/backend backend
COPY --from=build --chown=node:node /app/frontend/dist frontend/dist
COPY --from=build --chown=node:node /app/package.json ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD node -e "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/api/health/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
CMD ["node", "--enable-source-maps", "backend/dist/program/main.js"]
