"""The page `/api`, for programmers: everything that the OpenAPI and AsyncAPI documents describe, readable and
searchable."""
